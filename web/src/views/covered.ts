// The height of an element, measured again whenever its size changes.
import { useMemo, useRef, useState } from "preact/hooks";

/** A ref for the element, and its height; `first` until it has been measured. */
export function useHeight(
  first: number,
  measure: (element: HTMLElement) => number = (element) => element.offsetHeight,
): [(element: HTMLElement | null) => void, number] {
  const [height, setHeight] = useState(first);
  const observer = useRef<ResizeObserver | null>(null);
  const watch = useMemo(
    () =>
      (element: HTMLElement | null): void => {
        observer.current?.disconnect();
        if (!element) return;
        observer.current = new ResizeObserver(() => setHeight(measure(element)));
        observer.current.observe(element);
        setHeight(measure(element));
      },
    [],
  );
  return [watch, height];
}
