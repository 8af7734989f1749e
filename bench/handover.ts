// What reaches the next agent of what earlier sessions said; options and stories are in handover/.
import "./handover/run.js";
