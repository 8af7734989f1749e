export const miniLmMean = new Float32Array(384);
