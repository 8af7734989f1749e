/**
 * Runs as root of a new user and mount namespace and executes a command there. Arguments: user and group id, the folder
 * to start in, the number of mounts, the mounts as `kind:path`, the command.
 *
 * A copy of the whole tree under a private /dev/shm is the source of every bind, because a later mount may cover the
 * original path. After the mounts, everything that no `e` or `w` mount covers is remounted read-only; any failure ends
 * the script before the command starts. A second user namespace drops the right to mount and restores the user's id, so
 * that the command can undo none of it.
 */
export const enterScript = `
set -eu
user=$1; group=$2; folder=$3; count=$4; shift 4
mount -n -t tmpfs -o mode=1777 tmpfs /dev/shm
mkdir /dev/shm/tree
mount -n --rbind / /dev/shm/tree
i=0
for entry in "$@"; do
  [ "$i" -lt "$count" ] || break
  i=$((i + 1))
  path=\${entry#?:}
  case "$entry" in
    e:*) mkdir -p "$path"; mount -n -t tmpfs -o mode=0700 tmpfs "$path"; chmod 1777 "$path" ;;
    b:*) mount -n --bind /dev/null "$path" ;;
    *)
      if [ -d "/dev/shm/tree$path" ]; then mkdir -p "$path"
      else
        mkdir -p "\${path%/*}"
        [ -e "$path" ] || : > "$path"
      fi
      mount -n --rbind "/dev/shm/tree$path" "$path" ;;
  esac
done
umount -n -l /dev/shm/tree
rmdir /dev/shm/tree
mount -n --rbind /proc/sys /proc/sys
# The kind of the last mount that contains the path: a later mount covers earlier ones.
kind_of() {
  kind=r; searched=$1; limit=$count; shift
  for entry in "$@"; do
    [ "$limit" -gt 0 ] || break
    limit=$((limit - 1))
    case "$searched/" in "\${entry#?:}"/*) kind=\${entry%%:*} ;; esac
  done
}
while read -r _ _ _ _ target options _; do
  target=$(printf '%b' "$target")
  case "$target" in /proc|/dev/pts|/dev/mqueue|/dev/shm) continue ;; esac
  case "$options" in ro|ro,*) continue ;; esac
  kind_of "$target" "$@"
  case "$kind" in e|w) continue ;; esac
  flags=remount,bind,ro
  for flag in nosuid nodev noexec noatime nodiratime relatime; do
    case ",$options," in *",$flag,"*) flags=$flags,$flag ;; esac
  done
  mount -n -o "$flags" "$target"
done < /proc/self/mountinfo
cd "$folder"
shift "$count"
exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
`;
