// The part of the address after the # says which screen is shown. It may hold tokens: browsers never send this part.
import { Store } from "./model/store.ts";

const read = (): string[] =>
  location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .map(decode)
    .filter((part, i) => part !== "" || i === 0);
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Store<readonly string[]>(read());
window.addEventListener("hashchange", () => {
  route.set(read());
  window.scrollTo(0, 0);
});

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};
/** Goes to another screen in place of this one in the history. */
export const replace = (path: string): void => {
  history.replaceState(null, "", `#/${path}`);
  route.set(read());
};
