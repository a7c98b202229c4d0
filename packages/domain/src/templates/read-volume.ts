import type { NamedMount } from '@gridloom/contract/templates/docker-options'
import { MountPath, type VolumeMode } from '@gridloom/contract/volumes/mount'
import { VolumeName } from '@gridloom/contract/volumes/volume-name'
import { problemOf, type ReadResult } from './read-result.ts'
import { refusals } from './refusals.ts'

/** Reads `NAME:PATH`, `NAME:PATH:ro` or `NAME:PATH:rw`, as the option `--volume` of docker run has it. */
export function readVolume(text: string): ReadResult<NamedMount> {
  if (isMachinePath(text) && text.includes(':')) return { reason: refusals.bind }
  const [name = '', path, access = 'rw', ...more] = text.split(':', 5)
  if (path === undefined) return { reason: refusals.anonymousVolume }
  if (more.length > 0) return { reason: 'must be NAME:PATH or NAME:PATH:ro' }
  if (access !== 'ro' && access !== 'rw') return { reason: 'Only ro and rw are available' }
  return mountOf({ name, path, mode: access === 'ro' ? 'read_only' : 'read_write' })
}

/** Reads `type=volume,source=NAME,target=PATH,readonly`, as the option `--mount` of docker run has it. */
export function readMount(text: string): ReadResult<NamedMount> {
  let type = 'volume'
  let name: string | undefined
  let path = ''
  let mode: VolumeMode = 'read_write'
  for (const field of text.split(',', 32)) {
    const [key = '', value] = keyAndValue(field)
    if (key === 'type') type = value ?? ''
    else if (key === 'source' || key === 'src') name = value
    else if (key === 'target' || key === 'destination' || key === 'dst') path = value ?? ''
    else if (key !== 'readonly' && key !== 'ro') return { reason: `${key} is not available` }
    else if (value === undefined || value === 'true' || value === '1') mode = 'read_only'
    else if (value !== 'false' && value !== '0') return { reason: `${key} must be true or false` }
  }
  if (type === 'bind') return { reason: refusals.bind }
  if (type !== 'volume') return { reason: 'Only mounts of type=volume are available' }
  if (name === undefined || name === '') return { reason: refusals.anonymousVolume }
  return mountOf({ name, path, mode })
}

function keyAndValue(field: string): [string, string | undefined] {
  const equals = field.indexOf('=')
  return equals < 0 ? [field, undefined] : [field.slice(0, equals), field.slice(equals + 1)]
}

function mountOf({ name, path, mode }: NamedMount): ReadResult<NamedMount> {
  if (isMachinePath(name)) return { reason: refusals.bind }
  const reason = problemOf(VolumeName, name)
  if (reason !== null) return { reason: `The name of the volume: ${reason}` }
  // Docker ignores a slash at the end.
  const folder = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const problem = problemOf(MountPath, folder)
  return problem === null ? { value: { name, path: folder, mode } } : { reason: problem }
}

/** Docker takes a source with a slash as a path. A path of Windows has a colon itself, unlike `a:/data:ro`. */
function isMachinePath(source: string): boolean {
  return /^(?:[.~]|[^:]*[\\/]|[A-Za-z]:(?:\\|\/[^:]*:\/))/.test(source)
}
