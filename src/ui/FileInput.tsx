import type { Ref } from 'react'

/** File chooser of a button beside it, which clicks it; the same file may be chosen again. */
export const FileInput = ({
  ref,
  label,
  accept,
  onFile,
}: {
  ref: Ref<HTMLInputElement>
  label: string
  accept: string
  onFile: (file: File) => void
}) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    hidden
    aria-label={label}
    onChange={(e) => {
      const [selected] = e.currentTarget.files ?? []
      e.currentTarget.value = ''
      if (selected) onFile(selected)
    }}
  />
)
