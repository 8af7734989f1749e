;; Counts in how many signs each row differs from a query. All pointers are byte offsets into the one memory; rows are
;; multiples of 16 bytes.
(module
  (memory (export "memory") 1)

  ;; Distances of rows whose group is wanted, and how many rows have each distance; all others get 65535.
  (func (export "scan")
    (param $signs i32) (param $bytes i32) (param $query i32) (param $groups i32) (param $wanted i32)
    (param $distances i32) (param $histogram i32) (param $rows i32)
    (local $at i32) (local $end i32) (local $sum v128) (local $distance i32) (local $place i32)
    (if (i32.eqz (local.get $rows)) (then (return)))
    (loop $row
      (local.set $end (i32.add (local.get $signs) (local.get $bytes)))
      (if (i32.load8_u (i32.add (local.get $wanted) (i32.load16_u (local.get $groups))))
        (then
          (local.set $at (local.get $query))
          (local.set $sum (v128.const i32x4 0 0 0 0))
          (loop $next
            (local.set $sum (i16x8.add (local.get $sum) (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt
              (v128.xor (v128.load (local.get $signs)) (v128.load (local.get $at)))))))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br_if $next (i32.lt_u (local.tee $signs (i32.add (local.get $signs) (i32.const 16))) (local.get $end))))
          (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
          (local.set $distance
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum))))
          (local.set $place (i32.add (local.get $histogram) (i32.shl (local.get $distance) (i32.const 2))))
          (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
          (i32.store16 (local.get $distances) (local.get $distance)))
        (else
          (local.set $signs (local.get $end))
          (i32.store16 (local.get $distances) (i32.const 65535))))
      (local.set $groups (i32.add (local.get $groups) (i32.const 2)))
      (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
      (br_if $row (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))
)
