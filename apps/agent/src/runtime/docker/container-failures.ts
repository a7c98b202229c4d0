import { NetworkGone, RuntimeFailure } from '../failure.ts'
import { EngineRefused } from './engine-api.ts'
import { refusedOption } from './refused-option.ts'

/** Docker answers 409, Podman 500 with its own text. */
export function isNameTaken(cause: unknown): boolean {
  if (isRefusal(cause, 409)) return true
  return isRefusal(cause, 500) && /name \S+ is already in use/i.test(messageOf(cause))
}

/** Returns the reason that a renter may read, for the refusal of a new container. */
export function createFailure(cause: unknown): unknown {
  if (!(cause instanceof EngineRefused)) return cause
  if (cause.status === 404 && /no such image/i.test(cause.message)) {
    return new RuntimeFailure('image_not_found', 'The image is no longer on the machine.', {
      retry: 'later',
      cause,
    })
  }
  if (/no space left/i.test(cause.message)) {
    const text = 'The volumes of the image do not fit on the disk. Rent a larger disk.'
    return new RuntimeFailure('disk_full', text, { cause })
  }
  // Of an image that is on the machine, only the path of the working directory is made now.
  if (/not a directory/i.test(cause.message)) {
    const text =
      'The working directory of the container cannot be made: a part of its path is a file in the image.'
    return new RuntimeFailure('create_refused', text, { cause })
  }
  const text = `The container engine rejected the settings: ${cause.message}`
  return new RuntimeFailure('create_refused', text, { cause })
}

/** Returns the reason that a renter may read, for the refusal of a start. */
export function startFailure(cause: unknown): unknown {
  if (!(cause instanceof EngineRefused)) return cause
  const { message } = cause
  // The call names the container; by an id the engine names the one whose network it joins.
  if (/no such container: [0-9a-f]{64}/i.test(message)) return new NetworkGone(cause)
  if (/network \S+ not found|could not find a network|of a non running container/i.test(message)) {
    const text = 'The network of the container no longer exists.'
    return new RuntimeFailure('start_failed', text, { retry: 'later', cause })
  }
  const refused = refusedOption(message)
  if (refused !== undefined) return new RuntimeFailure('start_failed', refused, { cause })
  if (/device driver|nvidia|unknown device|gpu/i.test(message)) {
    const text = `The machine could not attach the GPU to the container: ${message}`
    return new RuntimeFailure('gpu_missing', text, { cause })
  }
  if (/no space left/i.test(message)) {
    return new RuntimeFailure('disk_full', 'The disk of the machine is full.', { cause })
  }
  return new RuntimeFailure('start_failed', `The container could not start: ${message}`, { cause })
}

/** Returns whether a container was refused as one of its CPUs is offline, or not the engine's to use. */
export function isUnavailableCpu(cause: unknown): boolean {
  return /requested CPUs are not available/i.test(messageOf(cause))
}

export function isRefusal(cause: unknown, status: number): boolean {
  return cause instanceof EngineRefused && cause.status === status
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : ''
}
