// "Your turn" for somebody who is looking elsewhere: a mark on the app's icon, and a notification if that is wished for.
import { settings } from "../model/settings.ts";
import { t } from "../words/words.ts";

export const canNotify = (): boolean => "Notification" in window;

/** Turns notifications on or off. Only here is permission asked for: when somebody wishes for them. */
export async function wishToBeCalled(on: boolean): Promise<void> {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  settings.update({ notify: allowed });
}

/** Calls the user, and gives back what takes the call away again. */
export function callToTurn(): () => void {
  const badge = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  void badge.setAppBadge?.().catch(() => null); // an app that is not installed may have no icon to mark
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
