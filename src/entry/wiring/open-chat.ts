import type { Settings } from "../../base/settings.js";
import { openChatEndpoint } from "../../engine/chat-endpoint/open-chat-endpoint.js";
import type { ChatModel } from "../../engine/chat-model.js";

/** The chat model that the settings name. Nothing is called yet. */
export function openChat(settings: Settings): ChatModel | undefined {
  const { "learning.endpoint": url, "learning.endpointModel": model, "learning.endpointKey": key } = settings;
  return url === "" ? undefined : openChatEndpoint({ url, model, key });
}
