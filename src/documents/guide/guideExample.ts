import { html, type Html } from '../html';
import type { Example, Exchange } from './guide';

const exchange = ({ request, body, status, answer }: Exchange): Html =>
  html`<pre>${request}${body === undefined ? '' : `\n\n${body}`}</pre>
    <p class="soft">answers ${status}</p>
    <pre>${answer}</pre> `;

/** The same work in v1 and in v2, side by side where there is room. */
export const guideExample = ({ name, v1, v2 }: Example): Html =>
  html`<h4>Example: ${name}</h4>
    <div class="sides">
      <div>
        <h5>In v1</h5>
        ${exchange(v1)}
      </div>
      <div>
        <h5>In v2</h5>
        ${v2.map(exchange)}
      </div>
    </div> `;
