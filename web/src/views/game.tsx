// The table: board in the middle, cards and log at the corners, and a bar that says what you decide now.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView, shownSettings } from "../boards/view.tsx";
import type { CameraWish } from "../boards/three/board3d.ts";
import { soundOf } from "../look/sound.ts";
import { drafts } from "../model/choices.ts";
import { Controller } from "../model/controller.ts";
import { gameOf, keep, type Kept } from "../model/memory.ts";
import { boardKind, settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { choicesOf, deciding, isMine, sceneOf, type Table } from "../model/table.ts";
import { decision, outcomeTitle, outcomeWhy, playerName, position, sayFor, squareLabel, toldEntry } from "../words/spoken.ts";
import { t } from "../words/words.ts";
import { go } from "../route.ts";
import { Bar } from "./bar.tsx";
import { SeatCard, SharedCard } from "./card.tsx";
import { Chat } from "./chat.tsx";
import { Draft } from "./draft.tsx";
import { KeysDialog } from "./keys.tsx";
import { WaitingRoom } from "./lobby.tsx";
import { Log } from "./log.tsx";
import { GameMenu, ResignDialog } from "./menu.tsx";
import { announce, Button, copy, Dialog, Notice } from "./parts.tsx";
import { SettingsPanel } from "./settings.tsx";
import { Shell, useNarrow } from "./shell.tsx";
import { TextView } from "./text.tsx";

export function GameScreen({ id, watch }: { id: string; watch?: string }) {
  const kept = watch ? ({ game: id, token: watch, role: "watch", seats: [], invites: {}, watch } as unknown as Kept) : gameOf(id);
  if (!kept) {
    return (
      <Shell>
        <div class="paper center"><p>{t("error.gone")}</p><Button look="main" onClick={() => go("")}>{t("error.home")}</Button></div>
      </Shell>
    );
  }
  return <TableScreen key={id + kept.token} kept={kept} />;
}

type Panel = "menu" | "log" | "chat" | "keys" | "settings" | "resign" | null;

function TableScreen({ kept }: { kept: Kept }) {
  const controller = useMemo(
    () => new Controller(kept.game, kept.token, { beat: (beat) => soundOf(beat.kind), state: (before, after) => onState(kept, before, after) }),
    [kept.game, kept.token],
  );
  useEffect(() => () => controller.close(), [controller]);
  const table = useStore(controller.store);
  const wishes = useStore(settings);
  const [panel, setPanel] = useState<Panel>(null);
  const [camera, setCamera] = useState<CameraWish | null>(null);
  const [note, setNote] = useState("");
  const narrow = useNarrow();
  const [foot, barHeight] = useBarHeight();
  const { server } = table;

  useKeys(controller, { setPanel, setCamera });
  useEffect(() => {
    if (!note) return;
    announce(note);
    const timer = window.setTimeout(() => setNote(""), 5000);
    return () => window.clearTimeout(timer);
  }, [note]);

  // A tab in the background shows whose turn it is.
  const mine = deciding(table);
  useEffect(() => {
    document.title = mine ? `● ${t("app.title")}` : t("app.title");
    return () => { document.title = t("app.title"); };
  }, [mine]);

  // A rematch is a new game with the same key.
  const rematch = server?.rematch;
  const wanted = useRef(false);
  useEffect(() => {
    if (rematch && wanted.current) toRematch(kept, rematch);
  }, [rematch]);

  if (table.line === "gone") {
    return <Shell><div class="paper center"><p>{t("error.gone")}</p><Button look="main" onClick={() => go("")}>{t("error.home")}</Button></div></Shell>;
  }
  if (!server) return <Shell><div class="paper center" role="status"><p>{table.line === "off" ? t("error.offline") : t("app.loading")}</p></div></Shell>;

  const choices = choicesOf(table);
  const scene = sceneOf(table, shownSettings());
  const own = ownSeat(server.you.seat, server.decider, server.you.seats);
  const others = server.seats.map((info) => info.seat).filter((seat) => seat !== own);
  const bound = (seat: number) => server.restrictions.filter((restriction) => restriction.args["seat"] === seat);
  const loose = server.restrictions.filter((restriction) => typeof restriction.args["seat"] !== "number");
  const drafting = choices.buttons.some((step) => drafts.includes(step.kind));
  const text = wishes.textView;

  const tools = (
    <>
      {server.can.hint && deciding(table) && <Button class="tool" icon="hint" look="plain" title={t("menu.hint")} aria-label={t("menu.hint")} onClick={() => controller.hint()} />}
      {server.can.chat && (
        <Button class="tool" icon="chat" look="plain" title={t("menu.chat")} aria-label={t("menu.chat")} onClick={() => { setPanel("chat"); controller.readChat(); }}>
          {table.unread > 0 && <span class="count">{table.unread}</span>}
        </Button>
      )}
      {!text && boardKind() === "3d" && !narrow && (
        <>
          <Button class="tool" icon="left" look="plain" title={t("menu.turn-left")} aria-label={t("menu.turn-left")} onClick={() => setCamera({ turn: -1 })} />
          <Button class="tool" icon="right" look="plain" title={t("menu.turn-right")} aria-label={t("menu.turn-right")} onClick={() => setCamera({ turn: 1 })} />
          <Button class="tool" icon="top" look="plain" title={t("menu.top")} aria-label={t("menu.top")} onClick={() => setCamera({ top: true })} />
        </>
      )}
      {narrow && <Button class="tool" icon="log" look="plain" title={t("log.show")} aria-label={t("log.show")} onClick={() => setPanel("log")} />}
      <Button class="tool" icon="menu" look="plain" title={t("menu.title")} aria-label={t("menu.title")} onClick={() => setPanel("menu")} />
    </>
  );

  return (
    <Shell tools={tools} table>
      {text ? (
        <TextView controller={controller} />
      ) : (
        <div class="stage">
          <BoardView
            scene={scene}
            camera={camera}
            inset={narrow ? { top: 30, bottom: barHeight + 100 } : { top: 40, bottom: server.outcome && !table.playing ? 175 : 90 }}
            focus={table.focus}
            picked={choices.picked}
            label={(square) => squareLabel(table, choices, square)}
            can={(square) => square in choices.targets || choices.sources.includes(square)}
            onTap={(square) => controller.tap(square)}
            onHover={(square) => controller.hover(square)}
            onFocus={(square, keyboard) => controller.focus(square, keyboard)}
            onFailure={setNote}
          />
        </div>
      )}
      <div class={`cards-others n${others.length}`}>
        {others.map((seat) => <SeatCard key={seat} server={server} seat={seat} restrictions={bound(seat)} skew={table.skew} small={narrow || others.length > 2} />)}
        {server.board.shared && <SharedCard server={server} small={narrow} />}
      </div>
      {own > 0 && <div class="cards-own"><SeatCard server={server} seat={own} restrictions={bound(own)} skew={table.skew} small={narrow} /></div>}
      {!narrow && <div class="log-corner"><Log table={table} /></div>}
      <div class="foot" ref={foot} data-version={`${server.you.seat}.${server.version}`} data-awaits={server.awaits} data-decider={server.decider} data-shown={table.playing ? "no" : "yes"}>
        {table.line === "off" && <Notice>{t("error.line")}</Notice>}
        {note && <div class="notice">{note}</div>}
        {table.notice && <Notice onClose={() => controller.dismiss()}>{sayFor(server, table.notice)}</Notice>}
        {server.you.role === "watcher" && <p class="chip">{t("player.watching")}</p>}
        {loose.length > 0 && !table.playing && <p class="chips">{loose.map((restriction) => <span key={restriction.key} class="chip bound">{sayFor(server, restriction)}</span>)}</p>}
        {drafting && <Draft controller={controller} table={table} steps={choices.buttons} />}
        {server.outcome && !table.playing ? (
          <EndPanel table={table} onRematch={() => { wanted.current = true; if (server.rematch) toRematch(kept, server.rematch); else controller.rematch(); }} onNote={setNote} kept={kept} />
        ) : (
          <Bar table={table} choices={choices} controller={controller} drafting={drafting} />
        )}
      </div>
      {server.status === "waiting" && <WaitingRoom server={server} kept={kept} />}
      {server.pass_to !== null && <PassDevice who={playerName(server, server.pass_to)} onReady={() => controller.look(server.pass_to!)} />}
      {panel === "menu" && <GameMenu table={table} kept={kept} controller={controller} onPanel={setPanel} onNote={setNote} onCamera={setCamera} />}
      {panel === "log" && <Dialog title={t("log.title")} onClose={() => setPanel(null)}><Log table={table} /></Dialog>}
      {panel === "chat" && <Dialog title={t("chat.title")} onClose={() => { controller.readChat(); setPanel(null); }}><Chat table={table} controller={controller} /></Dialog>}
      {panel === "keys" && <KeysDialog onClose={() => setPanel(null)} />}
      {panel === "settings" && <Dialog title={t("settings.title")} onClose={() => setPanel(null)}><SettingsPanel /></Dialog>}
      {panel === "resign" && <ResignDialog onClose={() => setPanel(null)} onResign={() => { controller.resign(); setPanel(null); }} />}
    </Shell>
  );
}

/** On a phone the cards stand on the bar, however many lines that has. */
function useBarHeight(): [(element: HTMLDivElement | null) => void, number] {
  const [height, setHeight] = useState(70);
  const observer = useRef<ResizeObserver | null>(null);
  const watch = useMemo(() => (element: HTMLDivElement | null): void => {
    observer.current?.disconnect();
    if (!element) return;
    const measure = (): void => {
      const bar = element.querySelector<HTMLElement>(".bar, .end");
      const now = bar ? bar.offsetHeight + 16 : 70;
      document.documentElement.style.setProperty("--bar", `${now}px`);
      setHeight(now);
    };
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
    measure();
  }, []);
  return [watch, height];
}

/** The card at the lower left is that of whoever sits here and decides. */
const ownSeat = (looking: number, decider: number, seats: readonly number[]): number =>
  seats.includes(decider) && seats.length > 1 ? decider : looking || (seats[0] ?? 0);

function toRematch(kept: Kept, game: string): void {
  keep({ game, token: kept.token, role: kept.role, seats: kept.seats, invites: {}, watch: null, title: kept.title, over: false });
  go(`game/${game}`);
}

/** Remembers the game, and tells those who listen what happened. */
function onState(kept: Kept, before: Table, after: Table): void {
  const { server } = after;
  if (!server) return;
  if (kept.role === "seat") {
    keep({ game: kept.game, title: server.seats.map((info) => playerName(server, info.seat)).join(" – "), over: server.status === "over" });
  }
  if (before.server) {
    for (const entry of after.log.slice(before.log.length)) {
      if (!isMine(server, entry.seat) || server.you.seats.length > 1) announce(toldEntry(server, entry));
    }
  }
  if (server.outcome && !before.server?.outcome) announce(`${outcomeTitle(server)} ${outcomeWhy(server)}`);
  else if (server.awaits !== "nothing" && (server.version !== before.server?.version || server.you.seat !== before.server.you.seat)) {
    announce(decision({ ...after, playing: false }, choicesOf({ ...after, playing: false })));
  }
}

function PassDevice({ who, onReady }: { who: string; onReady: () => void }) {
  return (
    <div class="veil">
      <div class="paper center" role="dialog" aria-modal="true" aria-label={t("pass.title", { who })}>
        <h2>{t("pass.title", { who })}</h2>
        <p>{t("pass.text", { who })}</p>
        <Button look="main" autofocus onClick={onReady}>{t("pass.button", { who })}</Button>
      </div>
    </div>
  );
}

function EndPanel({ table, kept, onRematch, onNote }: { table: Table; kept: Kept; onRematch: () => void; onNote: (text: string) => void }) {
  const server = table.server!;
  return (
    <section class="paper end" aria-label={outcomeTitle(server)}>
      <h2>{outcomeTitle(server)}</h2>
      <p>{outcomeWhy(server)}</p>
      <div class="row">
        {(server.can.rematch || server.rematch) && <Button look="main" onClick={onRematch}>{server.rematch ? t("end.to-rematch") : t("end.rematch")}</Button>}
        <Button onClick={() => go(`replay/${kept.game}`)}>{t("end.review")}</Button>
        <Button onClick={() => void shareWatch(kept).then(onNote)}>{t("end.share")}</Button>
        <Button onClick={() => go("")}>{t("end.home")}</Button>
      </div>
    </section>
  );
}

export async function shareWatch(kept: Kept): Promise<string> {
  const link = kept.watch ? `${location.origin}/#/watch/${kept.game}/${kept.watch}` : location.href;
  return copy(link);
}

/** From anywhere an arrow key leads to the square where one was last. */
const toBoard = (): void => document.querySelector<HTMLElement>(".grid [tabindex='0']")?.focus();

/** Letters that work anywhere on the table, but not while typing. */
function useKeys(controller: Controller, { setPanel, setCamera }: { setPanel: (panel: Panel) => void; setCamera: (wish: CameraWish) => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
      const act: Record<string, () => void> = {
        Escape: () => void controller.letGo(),
        ArrowUp: toBoard,
        ArrowDown: toBoard,
        ArrowLeft: toBoard,
        ArrowRight: toBoard,
        u: () => controller.undo(),
        e: () => controller.end(),
        h: () => controller.hint(),
        t: () => settings.update({ textView: !settings.value.textView }),
        b: () => settings.update({ board: boardKind() === "3d" ? "2d" : "3d" }),
        q: () => setCamera({ turn: 1 }),
        v: () => setCamera({ top: true }),
        l: () => position(controller.table).forEach(announce),
        c: () => setPanel("chat"),
        "?": () => setPanel("keys"),
      };
      if (event.key.startsWith("Arrow") && target.closest("[role=grid], [tabindex='0'], [type=range]")) return;
      const does = act[event.key];
      if (!does) return;
      event.preventDefault();
      does();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [controller]);
}
