;; Late interaction. All pointers are byte offsets into the one memory.
(module
  (memory (export "memory") 1)

  ;; For each token of a query, 128 signed bytes, the largest sum of the bytes at the set bits of a document's token, 16
  ;; bytes with the lowest bit first. $best, one i32 per token of the query, is only ever raised.
  (func (export "maxSim")
    (param $codes i32) (param $codesEnd i32) (param $query i32) (param $queryEnd i32) (param $best i32)
    (local $token i32) (local $to i32) (local $dot i32) (local $code v128) (local $bits v128) (local $sums v128)
    (local $m0 v128) (local $m1 v128) (local $m2 v128) (local $m3 v128)
    (local $m4 v128) (local $m5 v128) (local $m6 v128) (local $m7 v128)
    (local.set $bits (v128.const i8x16 1 2 4 8 16 32 64 -128 1 2 4 8 16 32 64 -128))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $codes) (local.get $codesEnd)))
        (local.set $code (v128.load (local.get $codes)))
        ;; A byte of all ones for every set bit, computed once for all tokens of the query.
        (local.set $m0 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 (local.get $code) (local.get $code)))))
        (local.set $m1 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 (local.get $code) (local.get $code)))))
        (local.set $m2 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 (local.get $code) (local.get $code)))))
        (local.set $m3 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 (local.get $code) (local.get $code)))))
        (local.set $m4 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 (local.get $code) (local.get $code)))))
        (local.set $m5 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 (local.get $code) (local.get $code)))))
        (local.set $m6 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13 (local.get $code) (local.get $code)))))
        (local.set $m7 (i8x16.eq (local.get $bits) (v128.and (local.get $bits)
          (i8x16.shuffle 14 14 14 14 14 14 14 14 15 15 15 15 15 15 15 15 (local.get $code) (local.get $code)))))
        (local.set $token (local.get $query))
        (local.set $to (local.get $best))
        (loop $query
          (local.set $sums (i16x8.add
            (i16x8.add
              (i16x8.add
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load (local.get $token)) (local.get $m0)))
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=16 (local.get $token)) (local.get $m1))))
              (i16x8.add
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=32 (local.get $token)) (local.get $m2)))
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=48 (local.get $token)) (local.get $m3)))))
            (i16x8.add
              (i16x8.add
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=64 (local.get $token)) (local.get $m4)))
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=80 (local.get $token)) (local.get $m5))))
              (i16x8.add
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=96 (local.get $token)) (local.get $m6)))
                (i16x8.extadd_pairwise_i8x16_s (v128.and (v128.load offset=112 (local.get $token)) (local.get $m7)))))))
          (local.set $sums (i32x4.extadd_pairwise_i16x8_s (local.get $sums)))
          (local.set $sums (i32x4.add (local.get $sums)
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sums) (local.get $sums))))
          (local.set $dot
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums))))
          (if (i32.gt_s (local.get $dot) (i32.load (local.get $to)))
            (then (i32.store (local.get $to) (local.get $dot))))
          (local.set $to (i32.add (local.get $to) (i32.const 4)))
          (br_if $query (i32.lt_u
            (local.tee $token (i32.add (local.get $token) (i32.const 128))) (local.get $queryEnd))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
        (br $next))))
)
