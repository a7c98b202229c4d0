import type { ToolboxPlatform } from '@gridloom/contract/installers/toolbox'

/** Where containers see the toolbox. */
export const root = '/.gridloom'

/** A program of the toolbox, and the Debian package that has it. */
export interface Program {
  name: string
  from: string
  path: string
  /** OpenSSH's programs refuse to run for a user without a row in `/etc/passwd`, which images may lack. */
  needsNames?: true
}

/** Programs in `libexec`, started by entries in `bin`, with their own loader and libraries. */
export const programs: readonly Program[] = [
  {
    name: 'sftp-server',
    from: 'openssh-sftp-server',
    path: 'usr/lib/openssh/sftp-server',
    needsNames: true,
  },
  { name: 'scp', from: 'openssh-client', path: 'usr/bin/scp', needsNames: true },
  { name: 'ssh-keygen', from: 'openssh-client', path: 'usr/bin/ssh-keygen', needsNames: true },
  { name: 'sshd', from: 'openssh-server', path: 'usr/sbin/sshd', needsNames: true },
  { name: 'rsync', from: 'rsync', path: 'usr/bin/rsync' },
  { name: 'socat', from: 'socat', path: 'usr/bin/socat' },
  { name: 'git', from: 'git', path: 'usr/bin/git' },
  { name: 'restic', from: 'restic', path: 'usr/bin/restic' },
]

/** The package of the certificates by which programs of the toolbox trust servers where an image has none. */
export const certificates = {
  from: 'ca-certificates',
  folder: 'usr/share/ca-certificates/mozilla',
} as const

/** From OpenSSH 9.8 on, sshd starts these by their path. */
export const sshdParts = ['sshd-session', 'sshd-auth'] as const

/** The library that makes names for programs that need them, and its package. */
export const namesLibrary = { name: 'libnss_wrapper.so', from: 'libnss-wrapper' } as const

/** Names by which git's one program is called. */
export const gitNames = ['git', 'git-upload-pack', 'git-receive-pack', 'git-upload-archive']

/**
 * Commands of busybox that are on the path where an image has no shell. Not all that it has: a script that finds
 * `dpkg` or `apk` takes the image for another system.
 */
export const commands =
  `[ ash awk base64 basename bunzip2 bzcat bzip2 cat chgrp chmod chown clear cmp cp cpio cut date dd df diff
  dirname du echo ed egrep env expand expr factor fallocate false fgrep find fold free getopt grep groups gunzip
  gzip head hexdump hostname id ionice ip kill killall less link ln ls md5sum mkdir mkfifo mknod mktemp more mv
  nc netstat nl nproc nslookup od paste patch pidof ping printf ps pwd readlink realpath renice reset rev rm
  rmdir route sed seq setsid sh sha1sum sha256sum sha512sum shred shuf sleep sort stat strings stty su sync tac
  tail tar taskset tee telnet test time timeout top touch tr traceroute true truncate tty uname unexpand uniq
  unlink unlzma unshare unxz unzip uptime uudecode uuencode vi watch wc wget which who whoami xargs xxd xz xzcat
  yes zcat`.split(/\s+/)

interface Architecture {
  debian: string
  loader: string
}

/** The processors of containers. */
export const architectures: Readonly<Record<ToolboxPlatform, Architecture>> = {
  'linux-x64': { debian: 'amd64', loader: 'ld-linux-x86-64.so.2' },
  'linux-arm64': { debian: 'arm64', loader: 'ld-linux-aarch64.so.1' },
}
