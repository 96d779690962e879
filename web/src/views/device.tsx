// Moving a seat to another device: the code that the other device scans, and the screen that this opens there.
import { useEffect, useMemo, useState } from "preact/hooks";
import { encode } from "uqr";
import { type Kept, keep } from "../model/memory.ts";
import { replace } from "../route.ts";
import { t } from "../words/words.ts";
import { Button, copy, Dialog } from "./parts.tsx";
import { LoadingScreen } from "./shell.tsx";

/** The key to the seat is after the #: browsers do not send it to any server. */
const linkOf = ({ game, token, seats }: Kept): string =>
  `${location.origin}/#/seat/${game}/${token}/${seats.join("-")}`;

export function DeviceDialog({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const [note, setNote] = useState("");
  const link = linkOf(kept);
  return (
    <Dialog title={t("menu.device")} onClose={onClose}>
      <div class="device">
        <p>{t("menu.device-text")}</p>
        <Code text={link} />
        <input
          class="field grow"
          readOnly
          value={link}
          aria-label={t("menu.device")}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button look="main" icon="copy" onClick={() => void copy(link).then(setNote)}>
          {t("lobby.copy")}
        </Button>
        {note && <p role="status">{note}</p>}
      </div>
    </Dialog>
  );
}

/** A QR code, dark on light in both themes, as cameras expect it. */
function Code({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: "M", border: 3 }), [text]);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("menu.device-code")}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#16324a" shape-rendering="crispEdges" />
    </svg>
  );
}

/** The other device: it keeps the key and opens the game. The key does not stay in the address. */
export function MovedScreen({ game, token, seats }: { game: string; token: string; seats: string }) {
  useEffect(() => {
    keep({ game, token, seats: seats.split("-").map(Number).filter(Boolean), role: "seat", over: false });
    replace(`game/${game}`);
  }, []);
  return <LoadingScreen />;
}
