import { useId } from 'react'
import type { Answers, Question } from '#contract/booking/client/intake.ts'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { GroupError } from '#web/ui/form-error.tsx'

type Value = Answers[string]

/** The questions, each with the problem of its answer. */
export const QuestionFields = ({
  questions,
  answers,
  problems,
  onChange,
}: {
  questions: readonly Question[]
  answers: Answers
  problems: readonly { question: string; text: string }[]
  onChange: (answers: Answers) => void
}) => (
  <>
    {questions.map((question) => (
      <OneQuestion
        key={question.id}
        question={question}
        value={answers[question.id]}
        problem={problems.find((one) => one.question === question.id)?.text}
        onChange={(value) => {
          const { [question.id]: _, ...others } = answers
          onChange(value === undefined ? others : { ...others, [question.id]: value })
        }}
      />
    ))}
  </>
)

type Part = {
  question: Question
  value: Value | undefined
  problem: string | undefined
  onChange: (value: Value | undefined) => void
}

const OneQuestion = (part: Part) => {
  const { question, value, problem, onChange } = part
  if (question.kind === 'yes_no' || question.kind === 'one' || question.kind === 'several')
    return <Choices {...part} />
  const text = typeof value === 'string' ? value : ''
  return (
    <Field
      label={question.label}
      required={question.required}
      {...(problem === undefined ? {} : { error: problem })}
      className={question.kind === 'date' ? 'max-w-60' : undefined}
    >
      {(control) =>
        question.kind === 'long' ? (
          <TextArea
            {...control}
            rows={3}
            maxLength={2000}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            type={question.kind === 'date' ? 'date' : 'text'}
            maxLength={200}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

const yesAndNo = [
  { label: 'Sí', value: true },
  { label: 'No', value: false },
] as const

const Choices = ({ question, value, problem, onChange }: Part) => {
  const name = useId()
  const options =
    question.kind === 'yes_no' ? yesAndNo : question.options.map((label) => ({ label, value: label }))
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset aria-describedby={problem === undefined ? undefined : `${name}-error`}>
      <legend className="mb-1 text-[0.9375rem] font-semibold">
        {question.label}
        {question.required ? null : <span className="font-normal text-muted"> (opcional)</span>}
      </legend>
      <div className={question.kind === 'yes_no' ? 'flex gap-8' : undefined}>
        {options.map((option) =>
          question.kind === 'several' ? (
            <Checkbox
              key={option.label}
              label={option.label}
              checked={chosen.includes(option.label)}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...chosen, option.label]
                    : chosen.filter((one) => one !== option.label),
                )
              }
            />
          ) : (
            <Radio
              key={option.label}
              name={name}
              label={option.label}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
          ),
        )}
      </div>
      <GroupError text={problem} id={`${name}-error`} />
    </fieldset>
  )
}
