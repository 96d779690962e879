// The screen of a game: board in the middle, cards and log in the corners, and a bar that says what to choose.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CameraWish } from "../boards/three/board3d.ts";
import { soundOf } from "../look/sound.ts";
import { drafts } from "../model/choices.ts";
import { Controller } from "../model/controller.ts";
import { gameOf, type Kept, keep, summaryOf } from "../model/memory.ts";
import { choicesOf, deciding, isMine, type Session } from "../model/session.ts";
import { settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { go } from "../route.ts";
import { playerName } from "../words/players.ts";
import { decision, outcomeTitle, outcomeWhy, sayFor } from "../words/spoken.ts";
import { toldBy } from "../words/telling.ts";
import { t } from "../words/words.ts";
import { Bar } from "./bar.tsx";
import { callToTurn } from "./call.ts";
import { Chat } from "./chat.tsx";
import { useCovered } from "./covered.ts";
import { DeviceDialog } from "./device.tsx";
import { Draft } from "./draft.tsx";
import { EndPanel, PassDevice } from "./end.tsx";
import { KeysDialog, useKeys } from "./keys.tsx";
import { Cards, Foot, otherSeats, Stage } from "./layout.tsx";
import { WaitingRoom } from "./lobby.tsx";
import { Log } from "./log.tsx";
import { GameMenu, ResignDialog } from "./menu.tsx";
import { announce, Dialog, Notice } from "./parts.tsx";
import { SettingsPanel } from "./settings.tsx";
import { DeadEnd, LoadingScreen, MessageScreen, Shell, useNarrow } from "./shell.tsx";
import { TextView } from "./text.tsx";
import { Toolbar } from "./toolbar.tsx";

export function GameScreen({ id, watch }: { id: string; watch?: string }) {
  const kept = watch
    ? ({ game: id, token: watch, role: "watch", seats: [], invites: {}, watch } as unknown as Kept)
    : gameOf(id);
  if (!kept) return <DeadEnd text={t("error.gone")} />;
  return <TableScreen key={id + kept.token} kept={kept} />;
}

type Panel = "menu" | "log" | "chat" | "keys" | "settings" | "device" | "resign" | null;

function TableScreen({ kept }: { kept: Kept }) {
  const controller = useMemo(
    () =>
      new Controller(kept.game, kept.token, {
        beat: (beat) => soundOf(beat.kind),
        state: (before, after) => onState(kept, before, after),
      }),
    [kept.game, kept.token],
  );
  useEffect(() => () => controller.close(), [controller]);
  const session = useStore(controller.store);
  const wishes = useStore(settings);
  const [panel, setPanel] = useState<Panel>(null);
  const [camera, setCamera] = useState<CameraWish | null>(null);
  const [note, setNote] = useState("");
  const narrow = useNarrow();
  const [screen, covered] = useCovered(session.log.length);
  const { server } = session;

  useKeys(controller, { panel: setPanel, camera: setCamera });
  useEffect(() => {
    if (!note) return;
    announce(note);
    const timer = window.setTimeout(() => setNote(""), 5000);
    return () => window.clearTimeout(timer);
  }, [note]);

  // The title of a tab in the background shows that it is the user's turn.
  const mine = deciding(session);
  useEffect(() => {
    document.title = mine ? `● ${t("app.title")}` : t("app.title");
    const silence = mine ? callToTurn() : null;
    return () => {
      document.title = t("app.title");
      silence?.();
    };
  }, [mine]);

  // A rematch is a new game with the same token.
  const rematch = server?.rematch;
  const wanted = useRef(false);
  useEffect(() => {
    if (rematch && wanted.current) toRematch(kept, rematch);
  }, [rematch]);

  if (session.line === "gone") return <DeadEnd text={t("error.gone")} />;
  if (!server)
    return session.line === "off" ? <MessageScreen role="status" text={t("error.offline")} /> : <LoadingScreen />;

  const choices = choicesOf(session);
  const own = ownSeat(server.you.seat, server.decider, server.you.seats);
  const drafting = choices.buttons.some((step) => drafts.includes(step.kind));
  const text = wishes.textView;

  return (
    <Shell
      table
      measured={screen}
      tools={
        <Toolbar
          session={session}
          server={server}
          controller={controller}
          narrow={narrow}
          onPanel={setPanel}
          onCamera={setCamera}
        />
      }
    >
      {text ? (
        <TextView controller={controller} />
      ) : (
        <Stage
          session={session}
          choices={choices}
          controller={controller}
          camera={camera}
          inset={covered}
          onFailure={setNote}
        />
      )}
      <Cards server={server} own={own} skew={session.skew} narrow={narrow} row={`n${otherSeats(server, own).length}`} />
      {!narrow && (
        <div class="log-corner" data-panel>
          <Log session={session} />
        </div>
      )}
      <Foot session={session} server={server}>
        {session.line === "off" && <Notice>{t("error.line")}</Notice>}
        {note && <div class="notice">{note}</div>}
        {session.notice && <Notice onClose={() => controller.dismiss()}>{sayFor(server, session.notice)}</Notice>}
        {server.you.role === "watcher" && <p class="chip">{t("player.watching")}</p>}
        {drafting && <Draft controller={controller} session={session} steps={choices.buttons} />}
        {server.outcome && !session.playing ? (
          <EndPanel
            server={server}
            onRematch={() => {
              wanted.current = true;
              if (server.rematch) toRematch(kept, server.rematch);
              else controller.rematch();
            }}
            onNote={setNote}
            kept={kept}
          />
        ) : (
          <Bar session={session} choices={choices} controller={controller} drafting={drafting} />
        )}
      </Foot>
      {server.status === "waiting" && <WaitingRoom server={server} kept={kept} />}
      {server.pass_to !== null && (
        <PassDevice who={playerName(server, server.pass_to)} onReady={() => controller.look(server.pass_to!)} />
      )}
      {panel === "menu" && (
        <GameMenu
          session={session}
          kept={kept}
          controller={controller}
          onPanel={setPanel}
          onNote={setNote}
          onCamera={setCamera}
        />
      )}
      {panel === "log" && (
        <Dialog title={t("log.title")} onClose={() => setPanel(null)}>
          <Log session={session} />
        </Dialog>
      )}
      {panel === "chat" && (
        <Dialog
          title={t("chat.title")}
          onClose={() => {
            controller.readChat();
            setPanel(null);
          }}
        >
          <Chat session={session} controller={controller} />
        </Dialog>
      )}
      {panel === "keys" && <KeysDialog onClose={() => setPanel(null)} />}
      {panel === "device" && <DeviceDialog kept={kept} onClose={() => setPanel(null)} />}
      {panel === "settings" && (
        <Dialog title={t("settings.title")} onClose={() => setPanel(null)}>
          <SettingsPanel />
        </Dialog>
      )}
      {panel === "resign" && (
        <ResignDialog
          onClose={() => setPanel(null)}
          onResign={() => {
            controller.resign();
            setPanel(null);
          }}
        />
      )}
    </Shell>
  );
}

/** The seat whose card is at the lower left: the user's, or the one of several here that is to choose. */
const ownSeat = (looking: number, decider: number, seats: readonly number[]): number =>
  seats.includes(decider) && seats.length > 1 ? decider : looking || (seats[0] ?? 0);

function toRematch(kept: Kept, game: string): void {
  keep({
    game,
    token: kept.token,
    role: kept.role,
    seats: kept.seats,
    invites: {},
    watch: null,
    title: kept.title,
    over: false,
  });
  go(`game/${game}`);
}

/** Remembers the game, and announces what happened to screen readers. */
function onState(kept: Kept, before: Session, after: Session): void {
  const { server } = after;
  if (!server) return;
  if (kept.role === "seat") {
    keep({ game: kept.game, ...summaryOf(server, (seat) => playerName(server, seat)) });
  }
  if (before.server) {
    for (let at = before.log.length; at < after.log.length; at++) {
      if (!isMine(server, after.log[at]!.seat) || server.you.seats.length > 1) announce(toldBy(server, after.log, at));
    }
  }
  if (server.outcome && !before.server?.outcome) announce(`${outcomeTitle(server)} ${outcomeWhy(server)}`);
  else if (
    server.awaits !== "nothing" &&
    (server.version !== before.server?.version || server.you.seat !== before.server.you.seat)
  ) {
    announce(decision({ ...after, playing: false }, choicesOf({ ...after, playing: false })));
  }
}
