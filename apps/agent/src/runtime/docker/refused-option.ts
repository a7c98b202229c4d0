/** Returns why an option of a container makes its start impossible; `undefined` for other errors of a start. */
export function refusedOption(message: string): string | undefined {
  const ulimit = ulimitNames[Number(rlimit.exec(message)?.[1])]
  if (ulimit !== undefined) {
    return (
      `This machine does not allow the ulimit ${ulimit} of the template, which is above what its container engine ` +
      'may grant. Choose a lower one, or another machine.'
    )
  }
  const [, kind, name] = unknownName.exec(message) ?? []
  if (kind === undefined) return undefined
  return `The image has no ${kind} "${name}". Choose one that it has, or a number such as 1000.`
}

/**
 * The kernel refuses limits above those of runc unless runc has CAP_SYS_RESOURCE, which Docker in a container may lack,
 * and refuses in any case more open files than `fs.nr_open`. Source: runc, `setupRlimits`; Linux, `do_prlimit`.
 */
const rlimit = /setting rlimit type (\d+): operation not permitted/i

/** By the numbers of the kernel. Source: Linux, `asm-generic/resource.h`; 9 is the address space, which Docker has not. */
const ulimitNames: Readonly<Record<number, string>> = {
  0: 'cpu',
  1: 'fsize',
  2: 'data',
  3: 'stack',
  4: 'core',
  5: 'rss',
  6: 'nproc',
  7: 'nofile',
  8: 'memlock',
  10: 'locks',
  11: 'sigpending',
  12: 'msgqueue',
}

/** Source: moby, `daemon/oci_linux.go`, with names of the contract's `ContainerUser`. */
const unknownName = /unable to find (user|group) ([a-z0-9_-]+): no matching entries/i
