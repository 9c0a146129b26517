/** After React has written the errors, the focus goes to the first field that is wrong. */
export function focusFirstError(modulo: HTMLFormElement): void {
  requestAnimationFrame(() => modulo.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
