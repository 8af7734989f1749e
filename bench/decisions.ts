// Whether decisions of earlier chats and commits reach an agent before its first edit; tasks are in decisions/.
import "./decisions/run.js";
