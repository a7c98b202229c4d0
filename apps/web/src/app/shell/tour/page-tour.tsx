import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import styles from './page-tour.module.css'
import { useDetails, usePageTour } from './use-tour.ts'
import { useStoredTours } from './use-tour-choices.ts'

/** The tour of the open page: four steps above its content, until they are dismissed. The account menu shows it again. */
export function PageTour() {
  const page = usePageTour()
  useStoredTours(useDetails().details)
  if (page === undefined || !page.isShown) return null
  const { tour } = page

  /** The button goes with the tour: the content takes its focus, which would otherwise be lost. */
  function dismiss(): void {
    page?.dismiss()
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <section className={styles.tour} aria-label={tour.title}>
      <header className={styles.header}>
        <span className={styles.title}>{tour.title}</span>
        <ActionIcon aria-label="Dismiss tour" onClick={dismiss}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      <ol className={styles.steps}>
        {tour.steps.map(({ title, text }) => (
          <li key={title}>
            <span className={styles.step}>{title}</span>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
