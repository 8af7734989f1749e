;; Hamming distances between binary codes and a query. All pointers are byte offsets into the one memory; rows are
;; multiples of 16 bytes.
(module
  (memory (export "memory") 1)

  ;; Distances of rows whose group is in the mask, and how many rows have each distance; all others get 65535. In 64-bit
  ;; words, because processors count their bits in one instruction and emulate it for longer ones.
  (func (export "scan")
    (param $codes i32) (param $bytes i32) (param $query i32) (param $groups i32) (param $mask i32)
    (param $distances i32) (param $histogram i32) (param $rows i32)
    (local $pointer i32) (local $end i32) (local $sum i64) (local $distance i32) (local $bucket i32)
    (if (i32.eqz (local.get $rows)) (then (return)))
    (loop $row
      (local.set $end (i32.add (local.get $codes) (local.get $bytes)))
      (if (i32.load8_u (i32.add (local.get $mask) (i32.load16_u (local.get $groups))))
        (then
          (local.set $pointer (local.get $query))
          (local.set $sum (i64.const 0))
          (loop $next
            (local.set $sum (i64.add (local.get $sum) (i64.add
              (i64.popcnt (i64.xor (i64.load (local.get $codes)) (i64.load (local.get $pointer))))
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $codes)) (i64.load offset=8 (local.get $pointer)))))))
            (local.set $pointer (i32.add (local.get $pointer) (i32.const 16)))
            (br_if $next (i32.lt_u (local.tee $codes (i32.add (local.get $codes) (i32.const 16))) (local.get $end))))
          (local.set $distance (i32.wrap_i64 (local.get $sum)))
          (local.set $bucket (i32.add (local.get $histogram) (i32.shl (local.get $distance) (i32.const 2))))
          (i32.store (local.get $bucket) (i32.add (i32.load (local.get $bucket)) (i32.const 1)))
          (i32.store16 (local.get $distances) (local.get $distance)))
        (else
          (local.set $codes (local.get $end))
          (i32.store16 (local.get $distances) (i32.const 65535))))
      (local.set $groups (i32.add (local.get $groups) (i32.const 2)))
      (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
      (br_if $row (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; Writes the indexes of rows, starting at $row, whose distance is from $min to $max, and returns how many it wrote, at
  ;; most $limit. Skips eight rows at once if none of them matches.
  (func (export "collect")
    (param $distances i32) (param $rows i32) (param $row i32) (param $min i32) (param $max i32)
    (param $results i32) (param $limit i32) (result i32)
    (local $end i32) (local $stop i32) (local $count i32) (local $distance i32) (local $eightrows v128)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $rows) (i32.const 1))))
    (block $done
      (loop $eight
        (br_if $done (i32.ge_u (local.get $distances) (local.get $end)))
        (local.set $stop (i32.add (local.get $distances) (i32.const 16)))
        (local.set $eightrows (v128.load (local.get $distances)))
        (if (v128.any_true (v128.and
              (i16x8.ge_u (local.get $eightrows) (i16x8.splat (local.get $min)))
              (i16x8.le_u (local.get $eightrows) (i16x8.splat (local.get $max)))))
          (then
            (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
            (loop $one
              (local.set $distance (i32.load16_u (local.get $distances)))
              (if (i32.and
                    (i32.ge_u (local.get $distance) (local.get $min))
                    (i32.le_u (local.get $distance) (local.get $max)))
                (then
                  (br_if $done (i32.ge_u (local.get $count) (local.get $limit)))
                  (i32.store (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))) (local.get $row))
                  (local.set $count (i32.add (local.get $count) (i32.const 1)))))
              (local.set $row (i32.add (local.get $row) (i32.const 1)))
              (br_if $one (i32.lt_u
                (local.tee $distances (i32.add (local.get $distances) (i32.const 2))) (local.get $stop)))))
          (else
            (local.set $distances (local.get $stop))
            (local.set $row (i32.add (local.get $row) (i32.const 8)))))
        (br $eight)))
    (local.get $count))
)
