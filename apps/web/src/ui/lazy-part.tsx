import { type ComponentType, lazy, type ReactNode } from 'react'
import { retryImport } from '../browser/retry-import.ts'

type Part<Props> = (props: Props) => ReactNode

/** The code of a part could not be had, however often it was tried. */
export class PartFailed extends Error {
  override readonly name = 'PartFailed'
  /** Lets the part be loaded again when it is next shown. */
  readonly forget: () => void

  constructor(forget: () => void, options: { cause: unknown }) {
    super('This part of the page could not be loaded.', options)
    this.forget = forget
  }
}

/** A component whose code comes when it is first shown, or earlier when `preload` is called. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Begins to load; never rejects. A load that fails here is begun again once it is shown. */
  preload: () => Promise<void>
}

/**
 * Makes a {@link LazyPart}. It suspends while its code is on its way, and throws {@link PartFailed} to
 * the nearest boundary when the code cannot be had.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Part<Props>>,
  importer: (load: () => Promise<Part<Props>>) => Promise<Part<Props>> = retryImport,
): LazyPart<Props> {
  let loaded: Part<Props> | undefined
  let loading: Promise<Part<Props>> | undefined
  let Pending = lazy(asDefault)

  async function fetchPart(): Promise<Part<Props>> {
    try {
      loaded = await importer(load)
      return loaded
    } catch (cause) {
      throw new PartFailed(forget, { cause })
    }
  }
  function begin(): Promise<Part<Props>> {
    loading ??= fetchPart()
    return loading
  }
  async function asDefault() {
    return { default: await begin() }
  }
  function forget(): void {
    loading = undefined
    Pending = lazy(asDefault)
  }
  function show(props: Props): ReactNode {
    const Shown: ComponentType<Props> = loaded ?? Pending
    return <Shown {...props} />
  }
  return Object.assign(show, { preload: () => begin().then(() => undefined, forget) })
}
