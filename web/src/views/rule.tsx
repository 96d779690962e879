// A section of the rulebook with its pictures, and links that open one without leaving the game.
import { useState } from "preact/hooks";
import { BoardPicture } from "../boards/picture.tsx";
import { useRulebook } from "../model/rulebook.ts";
import type { RulebookSection, Timing } from "../net/schema.gen.ts";
import type { CoreKey } from "../words/keys.gen.ts";
import { t } from "../words/words.ts";
import { Dialog } from "./parts.tsx";

/** The section that explains a refusal of the server; refusals not listed are about powers. */
const sections: Partial<Record<CoreKey, string>> = {
  "server.why.over": "winning",
  "server.why.not_started": "setup",
  "server.why.not_your_turn": "turn",
  "server.why.confirm": "turn",
  "server.why.step": "turn",
  "server.why.dome": "build",
  "server.why.occupied": "move",
  "server.why.far": "move",
  "server.why.high": "move",
  "server.why.no_turn": "using",
  "server.why.stuck": "winning",
  "server.why.setup": "setup",
  "server.why.placing": "setup",
  "server.why.no_room": "setup",
  "server.why.itself": "move",
  "server.why.no_way": "move",
  "server.why.nobody": "turn",
  "server.why.not_yours": "turn",
  "server.why.other_worker": "turn",
  "server.why.not_now": "turn",
};
export const sectionOfReason = (key: string | undefined): string =>
  key ? (sections[key as CoreKey] ?? "using") : "turn";

/** The sections to read about a card that acts at these times. */
export const sectionsOfPower = (timing: readonly Timing[]): string[] => [
  "using",
  "moments",
  ...(timing.includes("once") ? ["heroes"] : []),
];

/** A text of the rulebook: code is in backquotes, and matches of the search are marked. */
export function RuleText({ text, wanted = "" }: { text: string; wanted?: string }) {
  return (
    <>
      {text
        .split("`")
        .map((part, i) => (i % 2 ? <code key={i}>{part}</code> : <Marked key={i} text={part} wanted={wanted} />))}
    </>
  );
}
function Marked({ text, wanted }: { text: string; wanted: string }) {
  if (!wanted) return <>{text}</>;
  const parts: (string | { found: string })[] = [];
  const low = text.toLocaleLowerCase();
  let from = 0;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), { found: text.slice(at, at + wanted.length) });
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return <>{parts.map((part, i) => (typeof part === "string" ? part : <mark key={i}>{part.found}</mark>))}</>;
}

export function SectionBody({ section, wanted = "" }: { section: RulebookSection; wanted?: string }) {
  return (
    <div class={section.pictures.length ? "rule-body pictured" : "rule-body"}>
      <div class="rule-text">
        {section.text.map((text) => (
          <p key={text}>
            <RuleText text={text} wanted={wanted} />
          </p>
        ))}
      </div>
      {section.pictures.map((picture) => (
        <figure key={picture.id} class="rule-picture">
          <BoardPicture
            board={picture.board}
            arrows={picture.arrows}
            label={t("learn.board", { caption: picture.caption })}
          />
          <figcaption>
            <RuleText text={picture.caption} wanted={wanted} />
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** A link to a section. It opens in a dialog, so that nobody has to leave a game for it. */
export function RuleLink({ section, named }: { section: string; named?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <a
        class="rule-link"
        href={`#/rules/${section}`}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {named ? <SectionName section={section} /> : t("learn.rule")}
      </a>
      {open && <SectionDialog section={section} onClose={() => setOpen(false)} />}
    </>
  );
}
function SectionName({ section }: { section: string }) {
  const { value: book } = useRulebook();
  return <>{book?.sections.find(({ id }) => id === section)?.title ?? t("learn.rule")}</>;
}
function SectionDialog({ section, onClose }: { section: string; onClose: () => void }) {
  const { value: book, failed } = useRulebook();
  const found = book?.sections.find(({ id }) => id === section);
  return (
    <Dialog title={found?.title ?? t("learn.rule")} onClose={onClose}>
      {found ? <SectionBody section={found} /> : <p role="status">{failed ? t("error.offline") : t("app.loading")}</p>}
      <p>
        <a class="rule-link" href={`#/rules/${section}`}>
          {t("learn.whole")}
        </a>
      </p>
    </Dialog>
  );
}
