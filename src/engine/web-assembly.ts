// The part of WebAssembly that is used here: Node has it, the types of Node 20 do not.
export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

const pageBytes = 65_536;

/** Grows the memory to at least so many bytes. */
export function growTo(memory: WasmMemory, bytes: number): void {
  const missing = Math.ceil(bytes / pageBytes) - memory.buffer.byteLength / pageBytes;
  if (missing > 0) memory.grow(missing);
}

interface WebAssemblyApi {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: object };
}

const { WebAssembly: api } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

/** Compiles and starts a module; small ones only, since it blocks. */
export const instantiate = <Exports>(code: string): Exports =>
  new api.Instance(new api.Module(Buffer.from(code, "base64"))).exports as Exports;
