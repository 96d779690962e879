import { render } from "preact";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/table.css";
import "./styles/board.css";
import { App } from "./app.tsx";
import { warmUp } from "./look/sound.ts";
import { applyTheme, settings } from "./model/settings.ts";
import { currentLanguage, loadWords, t } from "./words/words.ts";

const root = document.getElementById("page")!;

/** The wish, or what the browser speaks. */
const wanted = (): string => settings.value.language || navigator.language.slice(0, 2).toLowerCase();

function draw(): void {
  if (root.dataset["drawn"] === undefined) root.replaceChildren(); // what index.html shows while the page loads
  root.dataset["drawn"] = "";
  document.title = t("app.title");
  render(<App key={currentLanguage()} />, root);
}

async function begin(): Promise<void> {
  applyTheme();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
    window.matchMedia(query).addEventListener("change", () => { applyTheme(); draw(); });
  }
  warmUp();
  await loadWords(wanted());
  draw();
  let language = wanted();
  settings.watch(() => {
    applyTheme();
    if (wanted() === language) return;
    language = wanted();
    void loadWords(language).then(draw);
  });
}

/** Without the words there is nothing to say, so the page waits and asks again. */
function insist(): void {
  begin().catch(() => window.setTimeout(insist, 2000));
}
insist();
