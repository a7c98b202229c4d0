import type { Offer } from '@gridloom/contract/market/offer'
import type { Template } from '@gridloom/contract/templates/template'
import { Skeleton, TextInput } from '@mantine/core'
import { IconCircleCheck, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { TemplatePicture } from '../../../shared/templates/template-picture.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { groupTemplates, manyTemplates } from './group-templates.ts'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'
import type { Rent } from './use-rent.ts'

interface TemplateCardsProps {
  offer: Pick<Offer, 'images'>
  rent: Pick<Rent, 'templates' | 'template'>
  onChange: (part: Partial<RentDraft>) => void
}

/** The templates to choose from: the account's own and the predefined ones, with a search where there are many. */
export function TemplateCards({ offer, rent, onChange }: TemplateCardsProps) {
  const { templates, template: chosen } = rent
  const [search, setSearch] = useState('')
  const isMany = templates.list.length > manyTemplates
  const choice = useChosenInView(chosen?.id)
  const groups = groupTemplates(templates.list, isMany ? search : '')
  if (templates.error) {
    return (
      <ErrorState
        title="The templates could not be loaded"
        error={templates.error}
        retry={templates.retry}
      />
    )
  }
  return (
    <>
      {isMany && <CardSearch value={search} onChange={setSearch} />}
      <div ref={choice} className={styles.choice} data-many={isMany}>
        {templates.loads && templates.list.length === 0 && <WaitingCards />}
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            {groups.length > 1 && <h3 className={styles.templateGroup}>{group.title}</h3>}
            <div className={styles.templates}>
              {group.templates.map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  held={offer.images.includes(template.image_path_with_tag)}
                  checked={template.id === chosen?.id}
                  onChoose={() => onChange({ templateId: template.id })}
                />
              ))}
            </div>
          </section>
        ))}
        {isMany && groups.length === 0 && <p className={styles.hint}>No results</p>}
      </div>
    </>
  )
}

/** Scrolls the cards, and nothing else, to the one that is chosen. */
function useChosenInView(id: string | undefined) {
  const choice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const card = choice.current?.querySelector(`label:has(input[value="${id}"])`)
    if (!card || !choice.current) return
    const { top, bottom } = choice.current.getBoundingClientRect()
    const place = card.getBoundingClientRect()
    if (place.top < top || place.bottom > bottom) choice.current.scrollTop += place.top - top - 24
  }, [id])
  return choice
}

interface CardSearchProps {
  value: string
  onChange: (text: string) => void
}

function CardSearch({ value, onChange }: CardSearchProps) {
  return (
    <TextInput
      type="search"
      aria-label="Search templates"
      placeholder="Search templates"
      leftSection={<IconSearch size={15} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface TemplateCardProps {
  template: Template
  /** The machine has cached the image. */
  held: boolean
  checked: boolean
  onChoose: () => void
}

function TemplateCard({ template, held, checked, onChoose }: TemplateCardProps) {
  return (
    <label className={styles.template}>
      <input
        type="radio"
        name="template"
        value={template.id}
        checked={checked}
        onChange={onChoose}
      />
      <span className={styles.templateName}>
        <TemplatePicture template={template} size="small" />
        {template.template_name}
        <span className={styles.hint}>v{template.version}</span>
      </span>
      <span className={styles.templateText}>{template.description}</span>
      <span className={styles.templateFoot}>
        <code>{template.image_path_with_tag}</code>
        {held && (
          <span className={styles.held}>
            <IconCircleCheck size={12} aria-hidden /> cached
          </span>
        )}
      </span>
    </label>
  )
}

function WaitingCards() {
  return (
    <div className={styles.templates}>
      <Skeleton height={92} radius="md" role="status" aria-label="Loading templates" />
      <Skeleton height={92} radius="md" />
      <Skeleton height={92} radius="md" />
    </div>
  )
}
