import { render } from "preact";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/dialogs.css";
import "./styles/home.css";
import "./styles/table.css";
import "./styles/board.css";
import "./styles/learn.css";
import "./styles/study.css";
import { App } from "./app.tsx";
import { warmUp } from "./look/sound.ts";
import { fetchDeck } from "./model/deck.ts";
import { applyTheme, settings } from "./model/settings.ts";
import { currentLanguage, loadWords, recallWords, t } from "./words/words.ts";

const root = document.getElementById("page")!;

/** The language from the settings, or else the browser's. */
const wanted = (): string => settings.value.language || navigator.language.slice(0, 2).toLowerCase();

function draw(): void {
  if (root.dataset.drawn === undefined) root.replaceChildren(); // what index.html shows while the page loads
  root.dataset.drawn = "";
  document.title = t("app.title");
  render(<App key={currentLanguage()} />, root);
}

function begin(): void {
  applyTheme();
  warmUp();
  fetchDeck();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
    window.matchMedia(query).addEventListener("change", () => {
      applyTheme();
      draw();
    });
  }
  let language = wanted();
  settings.watch(() => {
    applyTheme();
    if (wanted() === language) return;
    language = wanted();
    void loadWords(language).then(draw, () => null);
  });
  if (recallWords(language)) draw();
  insist();
}

/** Nothing can be shown without the texts, so the page keeps requesting them. */
function insist(): void {
  loadWords(wanted()).then(draw, () => window.setTimeout(insist, 2000));
}
begin();
