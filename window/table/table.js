/** The page of a match. */
import { drawFrame } from "../kit/frame.js";

drawFrame("");
