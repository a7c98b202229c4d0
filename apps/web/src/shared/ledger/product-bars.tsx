import type { Product } from '@gridloom/contract/ledger/line'
import { Money } from '../../ui/components/money.tsx'
import styles from './bill.module.css'
import { productWords } from './product-words.ts'

interface ProductBarsProps {
  /** Name of the list, for screen readers. */
  label: string
  rows: readonly { product: Product; microUsd: number }[]
}

/** An amount per product, each with its share of the sum as a bar. */
export function ProductBars({ label, rows }: ProductBarsProps) {
  const total = Math.max(
    1,
    rows.reduce((sum, { microUsd }) => sum + microUsd, 0),
  )
  return (
    <ul className={styles.bars} aria-label={label}>
      {rows.map(({ product, microUsd }) => (
        <li key={product} data-product={product}>
          <span>{productWords[product]}</span>
          <Money microUsd={microUsd} />
          <span className={styles.track} aria-hidden>
            <span style={{ width: `${Math.max(0, microUsd / total) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
