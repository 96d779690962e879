// The dialogs that bring a position or a record into the study, and take it out.
import { useEffect, useState } from "preact/hooks";
import type { Rules } from "../core/rules.ts";
import { Button, copy, Dialog, download, Notice, OpenFile } from "../views/parts.tsx";
import { t } from "../words/words.ts";
import { filmOf } from "./film.tsx";
import { recordPath } from "./link.ts";
import { pictureOf, pngOf } from "./picture.ts";
import { problemText } from "./problems.ts";
import { fromRecord, type Node, newStudy, type Study } from "./tree.ts";

/** A position is one line of fields; everything else is taken for a record. */
const isPosition = (text: string): boolean => /^[0-4xyz]{25}\//i.test(text) && !/\n|\s;/.test(text);

export function OpenDialog({
  rules,
  onStudy,
  onClose,
}: {
  rules: Rules;
  onStudy: (study: Study) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const open = (given: string): void => {
    try {
      const wanted = given.trim();
      onStudy(isPosition(wanted) ? newStudy(rules, wanted) : fromRecord(rules, wanted));
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <Dialog title={t("study.open")} onClose={onClose} wide>
      <p>{t("study.open-text")}</p>
      <textarea
        class="field"
        rows={8}
        aria-label={t("study.open-text")}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <OpenFile
        onText={(content) => {
          setText(content);
          open(content);
        }}
      />
      {problem && <Notice onClose={() => setProblem("")}>{problem}</Notice>}
      <Button look="main" disabled={!text.trim()} onClick={() => open(text)}>
        {t("study.open-button")}
      </Button>
    </Dialog>
  );
}

interface ShareProps {
  record: string;
  /** The positions of the game, for a film. */
  line: readonly Node[];
  /** The board as it is shown, arrows included. */
  drawings: () => readonly SVGSVGElement[];
  position: string;
  /** The path of a link to the position alone. */
  path: string;
  onNote: (text: string) => void;
  onClose: () => void;
}

export function ShareDialog({ record, line, drawings, position, path, onNote, onClose }: ShareProps) {
  const [link, setLink] = useState("");
  const [frames, setFrames] = useState(0);
  const film = (): void => {
    setFrames(1);
    filmOf(line, setFrames)
      .then((made) => download("santorini.gif", made))
      .catch(() => onNote(t("study.no-film")))
      .finally(onClose);
  };
  const here = `${location.origin}${location.pathname}#/`;
  useEffect(() => void recordPath(record).then((made) => setLink(here + made)), []);
  const give = (text: string) => (): void => {
    void copy(text).then(onNote);
    onClose();
  };
  return (
    <Dialog title={t("study.share")} onClose={onClose}>
      <div class="study-share">
        <Button look="main" disabled={!link} onClick={give(link)}>
          {t("study.copy-link")}
        </Button>
        <Button onClick={give(here + path)}>{t("study.copy-position-link")}</Button>
        <Button onClick={give(position)}>{t("study.copy-position")}</Button>
        <Button onClick={give(record)}>{t("study.copy-record")}</Button>
        <Button
          onClick={() => {
            download("study.san", record);
            onClose();
          }}
        >
          {t("study.save-record")}
        </Button>
        <Button
          onClick={() => {
            download("santorini.svg", new Blob([pictureOf(drawings())], { type: "image/svg+xml" }));
            onClose();
          }}
        >
          {t("study.save-svg")}
        </Button>
        <Button
          onClick={() => {
            void pngOf(pictureOf(drawings())).then((made) => download("santorini.png", made));
            onClose();
          }}
        >
          {t("study.save-png")}
        </Button>
        {line.length > 1 &&
          (frames ? (
            <label class="labelled">
              {t("study.filming")}
              <progress max={line.length} value={frames} />
            </label>
          ) : (
            <Button onClick={film}>{t("study.save-film")}</Button>
          ))}
      </div>
    </Dialog>
  );
}
