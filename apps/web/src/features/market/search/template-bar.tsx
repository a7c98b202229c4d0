import type { Template } from '@gridloom/contract/templates/template'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { filterTexts } from '../../../shared/market/filter-text.ts'
import { TemplatePicture } from '../../../shared/templates/template-picture.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import type { SetFilters } from '../offer-search.ts'
import type { NamedTemplate } from '../use-offers-search.ts'
import styles from './template-bar.module.css'

interface TemplateBarProps {
  named: NamedTemplate
  filters: SetFilters
  onChange: (change: SetFilters) => void
  /** Rents without the template. */
  onRemove: () => void
}

/** The template that orders begin with, and its filters, each of which can be removed. */
export function TemplateBar({ named, filters, onChange, onRemove }: TemplateBarProps) {
  const { template, error } = named
  useShownInPlace(error)
  return (
    <section className={styles.bar} aria-label="Template">
      {template && <Named template={template} />}
      {template && <FilterChips {...{ named, filters, onChange }} />}
      {!template && error && (
        <>
          <span className={styles.words} role="alert">
            The template could not be loaded: {describeError(error).text}
          </span>
          <Button size="compact-sm" onClick={named.retry}>
            Try again
          </Button>
        </>
      )}
      {!template && !error && (
        <Skeleton height={14} width={220} role="status" aria-label="Loading the template" />
      )}
      <ActionIcon
        size={30}
        className={styles.remove}
        aria-label={template ? `Rent without ${template.template_name}` : 'Rent without it'}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}

function Named({ template }: { template: Template }) {
  const { id, template_name: name } = template
  return (
    <span className={styles.named}>
      <TemplatePicture template={template} size="small" />
      <span className={styles.words}>Template</span>
      <Link to="/template/view/$id" params={{ id }} className={styles.name}>
        {name}
      </Link>
    </span>
  )
}

function FilterChips({ named, filters, onChange }: Omit<TemplateBarProps, 'onRemove'>) {
  const lines = filterTexts(filters).filter(({ filter }) => named.filters.includes(filter))
  if (lines.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Filters from the template">
      {lines.map(({ filter, label, text }) => (
        <li key={filter} className={styles.chip}>
          {label} {text}
          <button
            type="button"
            className={styles.drop}
            aria-label={`Remove the filter ${label}`}
            onClick={() => onChange({ [filter]: undefined })}
          >
            <IconX size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
