import { Button, NumberInput, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import { FieldGroup, FieldHint } from '../../../ui/form/field-group.tsx'
import { wholeNumber } from '../../../ui/form/whole-number.ts'
import styles from './catalogue.module.css'
import { nextSource, type SourceDraft } from './model-draft.ts'
import type { ModelForm } from './use-model-form.ts'

/** Limit of the contract. */
const sourcesMax = 10

/** The download sources of a model, in the order in which machines try them. */
export function SourcesFields({ form }: { form: ModelForm }) {
  const { sources } = form.values
  return (
    <FieldGroup name="Download sources">
      <FieldHint>
        {sources.length === 0
          ? 'Without a source, only machines whose own engine has the model can serve it.'
          : 'Machines try these in order and verify the hash. They are public.'}
      </FieldHint>
      {sources.map((source, index) => (
        <SourceFields key={source.key} form={form} source={source} index={index} />
      ))}
      {sources.length < sourcesMax && (
        <Button
          size="xs"
          className={styles.add ?? ''}
          onClick={() => form.insertListItem('sources', nextSource(sources))}
        >
          {sources.length === 0 ? 'Add a source' : 'Add another source'}
        </Button>
      )}
    </FieldGroup>
  )
}

interface SourceFieldsProps {
  form: ModelForm
  source: SourceDraft
  index: number
}
type FieldsAt = (field: keyof SourceDraft) => ReturnType<ModelForm['getInputProps']>

function SourceFields({ form, source: { kind }, index }: SourceFieldsProps) {
  const number = index + 1
  const at: FieldsAt = (field) => form.getInputProps(`sources.${index}.${field}`)
  return (
    <fieldset className={styles.source} aria-label={`Source ${number}`}>
      <div className={styles.head}>
        <SegmentedControl
          size="xs"
          aria-label={`Kind of source ${number}`}
          data={[
            { value: 'url', label: 'From URL' },
            { value: 'pypi', label: 'From package' },
          ]}
          value={kind}
          onChange={(value) => form.setFieldValue(`sources.${index}.kind`, value)}
        />
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Remove source ${number}`}
          onClick={() => form.removeListItem('sources', index)}
        >
          Remove
        </Button>
      </div>
      {kind === 'url' ? <AddressField at={at} /> : <PackageFields at={at} />}
      <FileFields at={at} />
    </fieldset>
  )
}

function AddressField({ at }: { at: FieldsAt }) {
  const placeholder = 'https://hub.example/name.gguf'
  return <TextInput label="URL" placeholder={placeholder} spellCheck={false} {...at('url')} />
}

function PackageFields({ at }: { at: FieldsAt }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Package on PyPI" spellCheck={false} {...at('package')} />
        <TextInput label="Version" spellCheck={false} {...at('version')} />
      </SimpleGrid>
      <TextInput
        label="Path in package"
        placeholder="name/name.gguf"
        spellCheck={false}
        {...at('path')}
      />
    </>
  )
}

function FileFields({ at }: { at: FieldsAt }) {
  return (
    <>
      <TextInput
        label="SHA-256"
        description="Machines refuse a file with another hash"
        spellCheck={false}
        classNames={{ input: 'gl-mono' }}
        {...at('sha256')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput label="Bytes" {...wholeNumber} {...at('bytes')} />
        <TextInput
          label="Quantization"
          placeholder="Q4_1"
          maxLength={20}
          spellCheck={false}
          {...at('quantization')}
        />
      </SimpleGrid>
    </>
  )
}
