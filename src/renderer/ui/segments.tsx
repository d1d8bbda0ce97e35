interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly testId?: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

/** A row of buttons of which one is pressed. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: SegmentsProps<T>) {
  return (
    <fieldset className="segments plain" aria-label={label} disabled={disabled}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          data-testid={option.testId}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
