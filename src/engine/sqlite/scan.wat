;; Counts in how many signs each row differs from a query. All pointers are byte offsets into the one memory; rows are
;; multiples of 16 bytes.
(module
  (memory (export "memory") 1)

  ;; Distances of rows whose group is wanted, and how many rows have each distance; all others get 65535. Numbers of 64
  ;; bits, since processors count the bits of those at once and emulate it for longer ones.
  (func (export "scan")
    (param $signs i32) (param $bytes i32) (param $query i32) (param $groups i32) (param $wanted i32)
    (param $distances i32) (param $histogram i32) (param $rows i32)
    (local $at i32) (local $end i32) (local $sum i64) (local $distance i32) (local $place i32)
    (if (i32.eqz (local.get $rows)) (then (return)))
    (loop $row
      (local.set $end (i32.add (local.get $signs) (local.get $bytes)))
      (if (i32.load8_u (i32.add (local.get $wanted) (i32.load16_u (local.get $groups))))
        (then
          (local.set $at (local.get $query))
          (local.set $sum (i64.const 0))
          (loop $next
            (local.set $sum (i64.add (local.get $sum) (i64.add
              (i64.popcnt (i64.xor (i64.load (local.get $signs)) (i64.load (local.get $at))))
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $signs)) (i64.load offset=8 (local.get $at)))))))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br_if $next (i32.lt_u (local.tee $signs (i32.add (local.get $signs) (i32.const 16))) (local.get $end))))
          (local.set $distance (i32.wrap_i64 (local.get $sum)))
          (local.set $place (i32.add (local.get $histogram) (i32.shl (local.get $distance) (i32.const 2))))
          (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
          (i32.store16 (local.get $distances) (local.get $distance)))
        (else
          (local.set $signs (local.get $end))
          (i32.store16 (local.get $distances) (i32.const 65535))))
      (local.set $groups (i32.add (local.get $groups) (i32.const 2)))
      (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
      (br_if $row (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; Writes the numbers of rows, counted from $number, whose distance is from $least to $most, and answers how many it
  ;; wrote; no more than $limit. Eight rows are passed over at once where none of them is.
  (func (export "collect")
    (param $distances i32) (param $rows i32) (param $number i32) (param $least i32) (param $most i32)
    (param $found i32) (param $limit i32) (result i32)
    (local $end i32) (local $stop i32) (local $count i32) (local $distance i32) (local $some v128)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $rows) (i32.const 1))))
    (block $done
      (loop $eight
        (br_if $done (i32.ge_u (local.get $distances) (local.get $end)))
        (local.set $stop (i32.add (local.get $distances) (i32.const 16)))
        (local.set $some (v128.load (local.get $distances)))
        (if (v128.any_true (v128.and
              (i16x8.ge_u (local.get $some) (i16x8.splat (local.get $least)))
              (i16x8.le_u (local.get $some) (i16x8.splat (local.get $most)))))
          (then
            (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
            (loop $one
              (local.set $distance (i32.load16_u (local.get $distances)))
              (if (i32.and
                    (i32.ge_u (local.get $distance) (local.get $least))
                    (i32.le_u (local.get $distance) (local.get $most)))
                (then
                  (br_if $done (i32.ge_u (local.get $count) (local.get $limit)))
                  (i32.store (i32.add (local.get $found) (i32.shl (local.get $count) (i32.const 2))) (local.get $number))
                  (local.set $count (i32.add (local.get $count) (i32.const 1)))))
              (local.set $number (i32.add (local.get $number) (i32.const 1)))
              (br_if $one (i32.lt_u
                (local.tee $distances (i32.add (local.get $distances) (i32.const 2))) (local.get $stop)))))
          (else
            (local.set $distances (local.get $stop))
            (local.set $number (i32.add (local.get $number) (i32.const 8)))))
        (br $eight)))
    (local.get $count))
)
