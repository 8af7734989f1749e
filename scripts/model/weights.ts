import { closeSync, openSync, readSync } from "node:fs";

/** The tensors of a weights file, read in parts: the whole file is never in memory. */
export interface Weights {
  readonly has: (name: string) => boolean;
  readonly count: (name: string) => number;
  /** `count` numbers of a tensor, starting at index `from`. Default: all of them. */
  read(name: string, from?: number, count?: number): Float32Array;
  close(): void;
}

interface Tensor {
  readonly dtype: string;
  readonly data_offsets: readonly [number, number];
}

const maxHeaderBytes = 1_000_000;

/** A file of the safetensors format whose tensors are half-precision numbers or signed bytes. */
export function openWeights(path: string): Weights {
  const file = openSync(path, "r");
  const readBytes = (offset: number, count: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(count);
    for (let done = 0; done < count; ) {
      const bytesRead = readSync(file, bytes, done, count - done, offset + done);
      if (bytesRead === 0) throw new Error(`${path} ends too soon.`);
      done += bytesRead;
    }
    return bytes;
  };
  const headerBytes = Number(new DataView(readBytes(0, 8).buffer).getBigUint64(0, true));
  if (headerBytes > maxHeaderBytes) throw new Error(`${path} is not a weights file.`);
  const header = JSON.parse(new TextDecoder().decode(readBytes(8, headerBytes))) as Record<string, Tensor>;
  const halfValues = tabulateHalves();

  const tensor = (name: string) => {
    const { dtype, data_offsets } = header[name] ?? {};
    const bytesEach = dtype === "F16" ? 2 : 1;
    if (data_offsets === undefined || (dtype !== "F16" && dtype !== "I8"))
      throw new Error(`${path} has no half-precision ${name}.`);
    return {
      bytesEach,
      from: 8 + headerBytes + data_offsets[0],
      count: (data_offsets[1] - data_offsets[0]) / bytesEach,
    };
  };
  const count = (name: string) => tensor(name).count;
  return {
    has: (name) => name in header,
    count,
    read(name, from = 0, length = count(name) - from) {
      const { bytesEach, from: first } = tensor(name);
      const { buffer } = readBytes(first + bytesEach * from, bytesEach * length);
      if (bytesEach === 1) return Float32Array.from(new Int8Array(buffer));
      const halves = new Uint16Array(buffer);
      const read = new Float32Array(length);
      for (let i = 0; i < length; i++) read[i] = halfValues[halves[i] as number] as number;
      return read;
    },
    close: () => closeSync(file),
  };
}

/** Every number of IEEE 754 half precision, by its bits. In plain loops, because each process that searches computes it. */
export function tabulateHalves(): Float32Array {
  const values = new Float32Array(65_536);
  for (let exponent = 0; exponent < 32; exponent++) {
    const step = 2 ** (Math.max(exponent, 1) - 25);
    const implicitBit = exponent === 0 ? 0 : 1024;
    for (let fraction = 0; fraction < 1024; fraction++) {
      const half = (exponent << 10) | fraction;
      values[half] = (implicitBit + fraction) * step;
      values[half | 0x8000] = -(implicitBit + fraction) * step;
    }
  }
  return values;
}
