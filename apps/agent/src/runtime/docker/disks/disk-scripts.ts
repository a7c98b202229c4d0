/** Less than a script may take in all, so that what it says is why. */
const lockLimitS = 50

/**
 * Allocates a disk's file, formats it and mounts it, skipping steps that are done already. The space is really
 * allocated: a promised disk is available, and the rented disks cannot fill the machine. An incomplete file has another
 * name, so that it is never mounted. The loop device accepts no discards: the `fstrim` that systems run weekly would
 * release the allocated space. It outlives an agent that is killed: by a lock beside the disk, what the next agent does
 * with it waits for its end. Arguments: the file, the mount point, the bytes.
 */
export const makeDisk = `
mkdir -p -m 0700 "\${1%/*}"
exec 9>"$1.lock"
flock -w ${lockLimitS} 9
mkdir -p "$2"
if [ ! -e "$1" ]; then
  rm -f "$1.new"
  fallocate -l "$3" "$1.new"
  mkfs.ext4 -q -F -b 4096 -m 0 -E lazy_itable_init=1,lazy_journal_init=1,nodiscard "$1.new"
  mv "$1.new" "$1"
fi
mountpoint -q "$2" || mount -o loop,nosuid,nodev,noinit_itable "$1" "$2"
loop=$(findmnt -n -o SOURCE "$2")
echo 0 > "/sys/block/\${loop#/dev/}/queue/discard_max_bytes"
rm -f "$1.lock"
`

/**
 * Unmounts a disk and deletes it. The mount may be busy for a moment; in the end it is detached lazily and emptied, so
 * that the space is released even if a process still uses it. The mount point goes with what was written there while
 * nothing was mounted. Arguments: the file, the mount point.
 */
export const removeDisk = `
if [ -d "\${1%/*}" ]; then
  exec 9>"$1.lock"
  flock -w ${lockLimitS} 9
fi
for wait in 0 0.1 0.2 0.5 1; do
  mountpoint -q "$2" || break
  sleep "$wait"
  umount "$2" 2>/dev/null && break
done
if mountpoint -q "$2"; then umount -l "$2"; fi
if [ -e "$1" ]; then truncate -s 0 "$1"; fi
rm -f "$1" "$1.new" "$1.lock"
rm -rf --one-file-system "$2"
`

/** Returns the command line of a call to one of them. */
export function scriptCall(script: string, words: readonly string[]): string[] {
  return ['sh', '-euc', script, 'sh', ...words]
}
