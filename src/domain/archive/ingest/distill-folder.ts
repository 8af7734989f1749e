/** Begins the id of the folder in which a distiller runs. */
export const distillFolderPrefix = "distill-";

/** Whether a session is one of our distiller, which read another session: archived, it would be read again. */
export const isDistillFolder = (folder: string): boolean => /[\\/]throughline-distill-/.test(folder);
