import type { Progress } from '@gridloom/contract/instances/instance'
import type { PullLogin } from '../runtime/port.ts'

/** An image that an instance needs. */
export interface WantedImage {
  image: string
  /** The login of the instance; used only if the image is pulled, and from this registry. */
  login?: SealedLogin | undefined
  /** Builds it on this machine; only images that recipes make are built. */
  build?: BuildImage | undefined
}

/** Builds an image by its recipe. Errors: `RuntimeFailure` with the reasons of builds. */
export type BuildImage = (
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<void>

/** A login that is opened where it is needed. */
export interface SealedLogin {
  /** Empty: the registry of the image. */
  server: string
  /** Errors: `RuntimeFailure` with `registry_login_refused` where it cannot be opened. */
  open(): Promise<PullLogin>
}
