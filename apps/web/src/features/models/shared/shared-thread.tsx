import type { SharedChat } from '@gridloom/contract/chat/chat'
import { formatExact } from '../../../ui/format/times.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import styles from './shared-page.module.css'

/** Prompts as plain text, answers as Markdown. */
export function SharedThread({ chat }: { chat: SharedChat }) {
  return (
    <article aria-labelledby="shared-title">
      <h1 id="shared-title" className={styles.title}>
        {chat.title}
      </h1>
      <p className={styles.lead}>
        A chat with <span className="gl-mono">{chat.model_id}</span>, shared on{' '}
        <time dateTime={chat.shared_at} title={formatExact(chat.shared_at)}>
          {chat.shared_at.slice(0, 10)}
        </time>
      </p>
      <ol className={styles.thread}>
        {asTurns(chat).map(({ number, prompt, answer, model }) => (
          <li key={number} className={styles.turn}>
            <section className={styles.prompt} aria-label={`Prompt ${number}`}>
              {prompt}
            </section>
            {answer === '' ? (
              <p className={styles.note}>No answer</p>
            ) : (
              <section aria-label={`Answer ${number} of ${model}`}>
                {model !== chat.model_id && <p className={styles.note}>{model}</p>}
                <Markdown text={answer} />
              </section>
            )}
          </li>
        ))}
      </ol>
    </article>
  )
}

/** A snapshot has no ids, so a turn is identified by its position. */
function asTurns({ inference, model_id: usual }: SharedChat) {
  return inference.map(({ prompt, answer, model_id: model }, place) => ({
    number: place + 1,
    prompt,
    answer,
    model: model ?? usual,
  }))
}
