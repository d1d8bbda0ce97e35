import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly title: string;
  readonly hint: string;
  readonly again: string;
}

/** Shows one sentence in place of a crashed window; reloading restores the input that was open. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className="crashed" role="alert" data-testid="crashed">
        <h1>{this.props.title}</h1>
        <p>{this.props.hint}</p>
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          {this.props.again}
        </button>
        <details>
          <summary>Evidence</summary>
          <pre className="output">{`${error.name}: ${error.message}`}</pre>
        </details>
      </main>
    );
  }
}
