// All that the window looks like before anything is opened in it: it has to be there with the first picture.
import '../features/header/header.css';
import '../features/header/theme-menu.css';
import '../features/header/bench-switch.css';
import '../features/header/record.css';
import '../features/inspector/panel-buttons.css';
import '../features/messages/messages.css';
import '../features/open/open.css';
import '../features/presenter/present-button.css';
import '../features/run/run.css';
import '../features/run/film.css';
import '../features/stage/legend.css';
import '../features/stage/stage.css';
import '../features/tools/tools.css';
import '../styles/fonts.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
