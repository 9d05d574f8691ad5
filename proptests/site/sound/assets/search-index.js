window.attnrefIndex = [[], [], ""];
