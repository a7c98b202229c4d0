import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RuntimeFailure } from '../runtime/failure.ts'
import type { BuiltImage, ImageBuild } from './image-maker.ts'

const suite = 'bookworm'
const packages = [
  'ca-certificates',
  'curl',
  'less',
  'procps',
  'iproute2',
  'nano',
  'python3-minimal',
]

/** Builds Debian 12 by debootstrap, with a few tools that renters need first. Needs root and a Debian mirror. */
export async function makeDebian({
  image,
  programs,
  onStep,
  signal,
}: ImageBuild): Promise<BuiltImage> {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-debian-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const include = `--include=${packages.join(',')}`
  const argv = ['debootstrap', '--variant=minbase', include, suite, folder]
  const said: string[] = []
  const onLine = (line: string) => {
    said.push(line)
    const step = stepOf(line)
    if (step !== undefined) onStep(`Building ${image}: ${step}`)
  }
  const exitCode = await programs.runWithOutput({ argv, onLine, signal })
  if (exitCode !== 0) {
    await remove()
    throw notMade(image, exitCode, said)
  }
  onStep(`Building ${image}: importing`)
  const tar = ['tar', '-C', folder, '--exclude=./var/cache/apt/archives/*.deb', '-c', '.']
  const changes = ['CMD ["/bin/bash","-l"]', 'WORKDIR /root']
  return {
    archive: { kind: 'root_file_system', image, stream: programs.read(tar, signal), changes },
    [Symbol.asyncDispose]: remove,
  }
}

/** Returns the step that a line of debootstrap reports: `I: Unpacking libc6...` → `unpacking libc6`. */
export function stepOf(line: string): string | undefined {
  const [, verb, name] =
    /^I: (Retrieving|Validating|Extracting|Unpacking|Configuring) ([\w.+-]+?)(?:\.\.\.|\s|$)/.exec(
      line,
    ) ?? []
  return verb === undefined ? undefined : `${verb.toLowerCase()} ${name}`
}

function notMade(image: string, exitCode: number, said: readonly string[]): RuntimeFailure {
  if (exitCode === -1) {
    const text = `The machine cannot build ${image}: debootstrap is missing. Install it: apt install debootstrap`
    return new RuntimeFailure('image_not_found', text)
  }
  const last = said.findLast((line) => /^[EW]: /.test(line)) ?? said.at(-1) ?? ''
  return new RuntimeFailure('image_not_found', `The machine could not build ${image}: ${last}`)
}
