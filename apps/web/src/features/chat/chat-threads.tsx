import type { ChatParameters } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { modelsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { nameOf, servingOf } from '../../shared/models/model-words.ts'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import styles from './chat-screen.module.css'
import { Composer } from './composer/composer.tsx'
import { priceHint } from './composer/price-hint.ts'
import { keepFocus } from './keep-focus.ts'
import { ModelSelect } from './model-select.tsx'
import { Thread } from './thread/thread.tsx'
import { type ChatSide, useSide } from './use-side.ts'

/** The second model of a comparison. */
export interface ComparedModel {
  modelId: ModelId
  /** Absent until the first prompt is sent. */
  chatId?: ChatId
}

interface ChatThreadsProps {
  main: ChatSide
  model: Model
  parameters: ChatParameters
  /** The second model, while two are compared. */
  beside: ComparedModel | undefined
  setBeside: (beside: ComparedModel | undefined) => void
  /** The prompt field. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** The thread, or two side by side that get the same prompts, above the composer. */
export function ChatThreads(props: ChatThreadsProps) {
  const { main, model, parameters, beside, setBeside, field } = props
  const { data: models = [] } = useQuery(modelsQuery(useClient()))
  const [editing, setEditing] = useState<string>()
  const other = useSide({
    modelId: beside?.modelId ?? model.id,
    chatId: beside?.chatId,
    parameters,
    history: main.rows,
    onBegun: (chatId) => beside && setBeside({ ...beside, chatId }),
  })
  const sides = beside ? [main, other] : [main]
  const asked = [model, ...models.filter(({ id }) => id === beside?.modelId)]
  const stop = () => {
    for (const side of sides) side.stop()
  }
  useStopByKey(sides.some(({ running }) => running !== undefined) ? stop : undefined)

  async function send(text: string): Promise<'sent' | 'refused'> {
    const outcomes = await Promise.all(sides.map((side) => side.send({ text })))
    return outcomes.includes('sent') ? 'sent' : 'refused'
  }

  function suggest(text: string): void {
    void send(text)
    keepFocus(field)
  }

  return (
    <>
      <NotServed model={model} />
      <div className={styles.threads}>
        <div className={styles.side}>
          {beside && <p className={styles.sideHead}>{model.id}</p>}
          <Thread
            side={main}
            name={model.name}
            suggest={isServed(model) ? suggest : undefined}
            editing={editing}
            setEditing={setEditing}
          />
        </div>
        {beside && (
          <ComparedSide
            side={other}
            modelId={beside.modelId}
            choose={(modelId) => setBeside({ modelId })}
            editing={editing}
            setEditing={setEditing}
          />
        )}
      </div>
      <Composer
        state={stateOf(sides, model)}
        problem={main.problem}
        field={field}
        hint={(text) => priceHint({ models: asked, text, maxTokens: parameters.max_tokens })}
        send={send}
        stop={stop}
        editLast={() => {
          const last = main.rows.findLast(({ message }) => message.role === 'user')
          if (last && !main.busy) setEditing(last.message.id)
        }}
      />
    </>
  )
}

interface ComparedSideProps {
  side: ChatSide
  modelId: ModelId
  choose: (id: ModelId) => void
  editing: string | undefined
  setEditing: (id: string | undefined) => void
}

/** The thread of the second model, with a model selector and the error of its last prompt. */
function ComparedSide({ side, modelId, choose, editing, setEditing }: ComparedSideProps) {
  return (
    <section className={styles.side} aria-label="Compared with">
      <div className={styles.sideHead}>
        <ModelSelect label="Compare with" value={modelId} choose={choose} />
        {side.problem && <StatusBadge tone="bad" word={describeError(side.problem).text} />}
      </div>
      <Thread
        side={side}
        name={nameOf(modelId)}
        place=", compared"
        editing={editing}
        setEditing={setEditing}
      />
    </section>
  )
}

function stateOf(sides: readonly ChatSide[], model: Model) {
  if (sides.some(({ running }) => running !== undefined)) return 'running'
  if (sides.some(({ busy }) => busy)) return 'sending'
  return isServed(model) ? 'ready' : 'closed'
}

function isServed(model: Model): boolean {
  return servingOf(model).length > 0
}

function NotServed({ model }: { model: Model }) {
  if (isServed(model)) return null
  return (
    <p className={styles.notice} role="status">
      <StatusBadge tone="warn" word="Unavailable" />
      {model.name} is currently unavailable. You can still read this chat or continue it with
      another model.
    </p>
  )
}

/** Stops the running answers on Escape, unless a dialog or menu is open, which Escape closes then. */
function useStopByKey(stop: (() => void) | undefined): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || stop === undefined) return
    if (document.querySelector('[role="dialog"], [aria-haspopup][aria-expanded="true"]')) return
    stop()
  })
}
