// "Your turn" for somebody who is looking elsewhere: a mark on the app's icon, and a notification if wanted.
import { settings } from "../model/settings.ts";
import { t } from "../words/words.ts";

export const canNotify = (): boolean => "Notification" in window;

/** Turns notifications on or off. This is the only place that asks for permission: when the user wants them. */
export async function wishToBeCalled(on: boolean): Promise<void> {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  settings.update({ notify: allowed });
}

/** Calls the user; returns a function that withdraws the call. */
export function callToTurn(): () => void {
  const badge = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  void badge.setAppBadge?.().catch(() => null); // fails if the app is not installed and has no icon to mark
  const wanted = document.hidden && settings.value.notify && canNotify() && Notification.permission === "granted";
  const call = wanted ? new Notification(t("app.title"), { body: t("player.your-turn"), tag: "turn" }) : null;
  if (call)
    call.onclick = () => {
      window.focus();
      call.close();
    };
  return () => {
    void badge.clearAppBadge?.().catch(() => null);
    call?.close();
  };
}
