import { product } from '@gridloom/contract/core/product'
import { formatFee } from '@gridloom/domain/fees'
import { PublicHeader } from '../../shared/components/public-header.tsx'
import { usePlatformFee } from '../../shared/ledger/platform-fee.tsx'
import { feeMark, terms, termsDate } from './terms.ts'
import styles from './terms-page.module.css'

/** The terms and conditions, in sections with anchors. */
export function TermsPage() {
  const fee = usePlatformFee()
  const feeText = fee === undefined ? 'the percentage shown in the app' : formatFee(fee)
  return (
    <>
      <PublicHeader />
      <main className={styles.main}>
        <h1 className={styles.title}>Terms and conditions</h1>
        <p className={styles.date}>
          {product.name} · Effective{' '}
          <time dateTime={termsDate}>
            {new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
              Date.parse(termsDate),
            )}
          </time>
        </p>
        <nav aria-label="Sections" className={styles.contents}>
          <ol>
            {terms.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        {terms.map(({ id, title, paragraphs }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
            <h2 id={`${id}-title`}>
              {index + 1}. {title}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph.replace(feeMark, feeText)}</p>
            ))}
          </section>
        ))}
      </main>
    </>
  )
}
