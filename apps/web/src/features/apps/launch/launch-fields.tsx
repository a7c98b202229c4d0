import type { AppField } from '@gridloom/contract/apps/app-field'
import { NativeSelect, TextInput } from '@mantine/core'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'

interface LaunchFieldsProps {
  fields: readonly AppField[]
  values: Readonly<Record<string, string>>
  wrong: WrongFields
  onChange: (values: Readonly<Record<string, string>>) => void
}

/** What an app asks for. */
export function LaunchFields({ fields, values, wrong, onChange }: LaunchFieldsProps) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      value={values[field.name] ?? field.default}
      problem={problemAt(wrong, `fields.${field.name}`)}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ))
}

interface OneFieldProps {
  field: AppField
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function OneField({ field, value, problem, onChange }: OneFieldProps) {
  const { label, help, kind, required } = field
  const shared = {
    label,
    description: help === '' ? undefined : help,
    error: problem,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (kind) {
    case 'generate':
      return (
        <PasswordField
          {...shared}
          placeholder="Generated for you"
          autoComplete="new-password"
          maxLength={200}
        />
      )
    case 'secret':
      return (
        <PasswordField
          {...shared}
          placeholder={required ? undefined : 'Optional'}
          autoComplete="off"
          maxLength={4_096}
        />
      )
    case 'select':
      return (
        <NativeSelect {...shared}>
          {(field.default === '' || !required) && <option value="">Choose…</option>}
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )
    case 'number':
      return <TextInput {...shared} inputMode="numeric" maxLength={15} />
    case 'text':
    case 'model':
      return (
        <TextInput {...shared} placeholder={required ? undefined : 'Optional'} maxLength={4_096} />
      )
  }
}
