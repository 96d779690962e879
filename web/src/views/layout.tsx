// What a game and a lesson have in common on the screen: the board, the cards around it and the foot below.
import type { ComponentChildren } from "preact";
import type { CameraWish } from "../boards/three/board3d.ts";
import { BoardView, type BoardViewProps, shownSettings } from "../boards/view.tsx";
import type { Choices } from "../model/choices.ts";
import type { Controller } from "../model/controller.ts";
import { type Session, sceneOf } from "../model/session.ts";
import type { State } from "../net/schema.gen.ts";
import { squareLabel } from "../words/spoken.ts";
import { SeatCard, SharedCard } from "./card.tsx";

interface StageProps {
  session: Session;
  choices: Choices;
  controller: Controller;
  inset: NonNullable<BoardViewProps["inset"]>;
  camera?: CameraWish | null;
  onFailure?: (text: string) => void;
}

/** The board to play on. */
export const Stage = ({ session, choices, controller, ...board }: StageProps) => (
  <div class="stage">
    <BoardView
      {...board}
      scene={sceneOf(session, shownSettings())}
      focus={session.focus}
      picked={choices.picked}
      label={(square) => squareLabel(session, choices, square)}
      can={(square) => square in choices.targets || choices.sources.includes(square)}
      onTap={(square) => controller.tap(square)}
      onHover={(square) => controller.hover(square)}
      onFocus={(square, keyboard) => controller.focus(square, keyboard)}
    />
  </div>
);

interface CardsProps {
  server: State;
  /** The seat whose card is at the lower left; 0 for none. */
  own: number;
  skew: number;
  narrow: boolean;
  /** The other seats whose cards are shown; by default all of them. */
  others?: readonly number[];
  /** Classes of the row of the other seats' cards. */
  row: string;
}

/** The cards: those of the other seats in a row, the user's own in its corner. */
export function Cards({ server, own, skew, narrow, others = otherSeats(server, own), row }: CardsProps) {
  const card = (seat: number, small: boolean) => (
    <SeatCard
      key={seat}
      server={server}
      seat={seat}
      restrictions={server.restrictions.filter((restriction) => restriction.args.seat === seat)}
      skew={skew}
      small={small}
    />
  );
  const crowded = otherSeats(server, own).length > 2;
  return (
    <>
      <div class={`cards-others ${row}`} data-panel>
        {others.map((seat) => card(seat, narrow || crowded))}
        {server.board.shared && <SharedCard server={server} small={narrow} />}
      </div>
      {own > 0 && (
        <div class="cards-own" data-panel>
          {card(own, narrow)}
        </div>
      )}
    </>
  );
}

export const otherSeats = (server: State, own: number): number[] =>
  server.seats.map((info) => info.seat).filter((seat) => seat !== own);

interface FootProps {
  session: Session;
  server: State;
  children: ComponentChildren;
}

/** Below the board. Its data attributes tell tests, and others who automate the page, what it is waiting for. */
export const Foot = ({ session, server, children }: FootProps) => (
  <div
    class="foot"
    data-version={`${server.you.seat}.${server.version}`}
    data-awaits={server.awaits}
    data-decider={server.decider}
    data-shown={session.playing ? "no" : "yes"}
  >
    {children}
  </div>
);
