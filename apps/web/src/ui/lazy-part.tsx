import { type ComponentType, lazy, type ReactNode } from 'react'
import { retryImport } from '../browser/retry-import.ts'

type Part<Props> = (props: Props) => ReactNode

/** The code of a component failed to load after all retries. */
export class PartFailed extends Error {
  override readonly name = 'PartFailed'
  /** Allows the component to load again when it is next rendered. */
  readonly forget: () => void

  constructor(forget: () => void, options: { cause: unknown }) {
    super('This part of the page could not be loaded.', options)
    this.forget = forget
  }
}

/** A component whose code loads on first render, or earlier by `preload`. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Starts to load; never rejects. A load that fails here is retried on render. */
  preload: () => Promise<void>
}

/**
 * Creates a {@link LazyPart}. It suspends while its code loads, and throws {@link PartFailed} to the nearest boundary
 * if that fails.
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
