// Where north is on the screen: everything that points in a direction of the board turns with it.
import { Store } from "../model/store.ts";

/** The angle between up and north, clockwise, in radians; 0 on the flat board. */
export const heading = new Store(0);
