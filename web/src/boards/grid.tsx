// Twenty-five buttons in a grid: the input of either board, for touch, keyboard and screen readers. One of them is in
// the tab order; arrow keys go from square to square.
import { useLayoutEffect, useRef } from "preact/hooks";
import { fileOf, rankOf, type Square, squares } from "../model/square.ts";
import { t } from "../words/words.ts";

export interface GridProps {
  focus: Square;
  label: (square: Square) => string;
  can: (square: Square) => boolean;
  picked: Square | null;
  /** The buttons cover the squares of the flat board; with the 3D one they only serve keyboards and screen readers. */
  spatial: boolean;
  onTap: (square: Square) => void;
  onHover: (square: Square | null) => void;
  onFocus: (square: Square, keyboard: boolean) => void;
}

const rows = [5, 4, 3, 2, 1].map((rank) => squares.filter((square) => square.endsWith(String(rank))));

export function Grid({ focus, label, can, picked, spatial, onTap, onHover, onFocus }: GridProps) {
  const ref = useRef<HTMLDivElement>(null);
  const button = (square: Square): HTMLButtonElement | null =>
    ref.current?.querySelector(`[data-square="${square}"]`) ?? null;
  useLayoutEffect(() => {
    if (ref.current?.contains(document.activeElement)) button(focus)?.focus({ preventScroll: true });
  }, [focus]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    let file = fileOf(focus);
    let rank = rankOf(focus);
    if (step) {
      file += step[0]!;
      rank += step[1]!;
    } else if (event.key === "Home") file = 0;
    else if (event.key === "End") file = 4;
    else if (event.key === "PageUp") rank = 4;
    else if (event.key === "PageDown") rank = 0;
    else return;
    event.preventDefault();
    const square = "abcde".charAt(file) + String(rank + 1);
    if (squares.includes(square)) onFocus(square, true);
  };

  const leave = (event: FocusEvent): void => {
    if (!ref.current?.contains(event.relatedTarget as Node | null)) onFocus(focus, false);
  };

  return (
    <div
      ref={ref}
      class={spatial ? "grid spatial" : "grid"}
      role="grid"
      aria-label={t("say.grid")}
      onKeyDown={onKeyDown}
      onFocusOut={leave}
      onPointerLeave={() => onHover(null)}
    >
      {rows.map((row, i) => (
        <div key={i} class="grid-row" role="row">
          {row.map((square) => (
            <button
              key={square}
              type="button"
              role="gridcell"
              data-square={square}
              class={can(square) ? "can" : ""}
              tabIndex={square === focus ? 0 : -1}
              aria-label={label(square)}
              aria-selected={picked === square}
              onClick={(event) => {
                onFocus(square, event.detail === 0);
                onTap(square);
              }}
              onPointerEnter={(event) => {
                if (event.pointerType === "mouse") onHover(square);
              }}
              onFocus={(event) => onFocus(square, event.currentTarget.matches(":focus-visible"))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
