import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import styles from './prices.module.css'
import { priceMonthsQuery } from './prices-queries.ts'

const formats = ['json', 'parquet'] as const
const names = { json: 'JSON', parquet: 'Parquet' } as const

/** The files of open data, by month. */
export function OpenData() {
  const months = useQuery(priceMonthsQuery(useClient()))
  return (
    <Section title="Open data" note="every full day of all hardware, CC0">
      <Loaded query={months} what="the files" rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className={styles.text}>The first day is published when it is over (UTC).</p>
          ) : (
            <ul className={styles.files}>
              {list.map((month) => (
                <li key={month}>
                  <span className="gl-num">{month}</span>
                  {formats.map((format) => (
                    <a
                      key={format}
                      href={`/api/prices/files/${month}.${format}`}
                      aria-label={`${names[format]} of ${month}`}
                      download
                    >
                      {names[format]}
                    </a>
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
