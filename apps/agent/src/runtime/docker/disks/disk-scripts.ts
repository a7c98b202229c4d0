/**
 * Allocates a disk's file, formats it, and mounts it; each only where that is still to be done. The space
 * is really allocated: what was promised is there, and the machine cannot be filled by what it rents out.
 * A file that is not whole has another name, so that it is never mounted. The loop device takes no discards:
 * the \`fstrim\` that systems run weekly would give the allocated space back.
 * Words: the file, the mount point, the bytes.
 */
export const makeDisk = `
mkdir -p -m 0700 "\${1%/*}"
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
`

/**
 * Unmounts a disk and deletes it. Something may hold the mount for a moment longer; at last it is taken
 * out of sight and emptied, so that the space comes back whoever still holds it.
 * Words: the file, the mount point.
 */
export const removeDisk = `
for wait in 0 0.1 0.2 0.5 1; do
  mountpoint -q "$2" || break
  sleep "$wait"
  umount "$2" 2>/dev/null && break
done
if mountpoint -q "$2"; then umount -l "$2"; fi
if [ -e "$1" ]; then truncate -s 0 "$1"; fi
rm -f "$1" "$1.new"
if [ -d "$2" ]; then rmdir "$2"; fi
`

/** The words of a call to one of them. */
export function scriptCall(script: string, words: readonly string[]): string[] {
  return ['sh', '-euc', script, 'sh', ...words]
}
