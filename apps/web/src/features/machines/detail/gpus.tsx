import type { Gpu } from '@gridloom/contract/hardware'
import { shortModel } from '../../../lib/format/hardware.ts'
import { formatMib } from '../../../lib/format/numbers.ts'
import { Section } from '../../../lib/parts/section.tsx'
import styles from './machine-view.module.css'

/** Each GPU as its own tool reports it; what could not be read is a dash. */
export function Gpus({ gpus }: { gpus: readonly Gpu[] }) {
  if (gpus.length === 0) return null
  return (
    <Section title="GPUs" note={`${gpus.length}`} inset="flush">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className={styles.number}>
              Memory
            </th>
            <th scope="col" className={styles.number}>
              Load
            </th>
            <th scope="col" className={`${styles.number} ${styles.wideOnly}`}>
              Temperature
            </th>
            <th scope="col" className={`${styles.number} ${styles.wideOnly}`}>
              Power
            </th>
          </tr>
        </thead>
        <tbody className="gl-num">
          {gpus.map((gpu) => (
            <tr key={gpu.uuid}>
              <th scope="row" title={gpu.uuid}>
                {shortModel(gpu.model)}
                <div className={styles.cellSmall}>
                  {gpu.driver ? `driver ${gpu.driver}` : 'no driver answers'}
                  <span className={styles.narrowOnly}>
                    {' '}
                    · {withUnit(gpu.temperature_c, '°C')} · {withUnit(gpu.power_w, 'W')}
                  </span>
                </div>
              </th>
              <td className={styles.number}>
                {gpu.vram_mib === null ? '—' : formatMib(gpu.vram_mib)}
              </td>
              <td className={styles.number}>{withUnit(gpu.utilization_percent, '%')}</td>
              <td className={`${styles.number} ${styles.wideOnly}`}>
                {withUnit(gpu.temperature_c, '°C')}
              </td>
              <td className={`${styles.number} ${styles.wideOnly}`}>
                {withUnit(gpu.power_w, 'W')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? '—' : `${value.toFixed(0)} ${unit}`
}
